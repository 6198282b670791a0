/** Space Goats: what its views hold, and constants of its rules, from its Python files. Written by `make types`: don't edit it. */

/**
 * @typedef {object} Rulings
 * @property {"players" | "engine"} choices
 * @property {"no" | "yes"} wear
 * @property {"no" | "yes"} emp_answer
 * @property {"P1" | "toss"} first
 * @property {number} players
 * @property {"standard" | "weakest"} seeking
 * @property {number} turn_limit
 * @property {"split" | "single"} salvo
 * @property {number} shields
 * @property {"box" | "unlimited"} supply
 * @property {string} banked
 * @property {string} first_draw
 * @property {string} more_ships
 */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} deck
 * @property {string} name
 * @property {string} type
 * @property {number} cost
 * @property {number} copies
 * @property {string} effect
 */

/**
 * What a viewer sees of a match; null stands for what is hidden from them.
 * @typedef {object} View
 * @property {string} game the game's name
 * @property {string | null} seat whose view it is; null: a spectator's
 * @property {Rulings} rulings
 * @property {string[]} pending the seats that owe a choice
 * @property {boolean} over whether the match is over
 * @property {Card[]} deck
 * @property {number} round
 * @property {number} phase
 * @property {number} then the phase that comes after the present errand
 * @property {number} first_seat
 * @property {number} turn the seat whose turn it is
 * @property {number} asked the seat that owes a choice
 * @property {number} owed cards still to be drawn
 * @property {number} drawn cards drawn in one go so far
 * @property {(number[] | null)[]} drew and which; each seat sees its own
 * @property {number} in_play the rocket or special that is being resolved
 * @property {number} target
 * @property {number} hits_left
 * @property {number} from_hand whether a card in hand may be trashed, too
 * @property {number} of_drawn whether only cards just drawn may be discarded
 * @property {number} losses ships destroyed in this round
 * @property {number[]} wrecked the ship that each offers to the wreckage
 * @property {number[]} ships
 * @property {number[][]} side
 * @property {number[][]} shield on a ship; of several, the first, which takes the hits
 * @property {number[][]} points that it has left
 * @property {number[][][]} beneath those that come after it, all whole
 * @property {number[]} last_stand
 * @property {number[]} skip the next turn is lost
 * @property {number[]} extra another turn follows
 * @property {(number[] | null)[]} hand each seat sees its own
 * @property {number[][]} unseen hand and draw pile together
 * @property {number[]} hand_size
 * @property {number[]} draw_size
 * @property {number[][]} discard
 * @property {number[]} discard_size
 * @property {number[][]} bank
 * @property {number[]} bank_size
 * @property {number[]} trash
 * @property {number[]} market
 * @property {number[]} pile the AbilitiesPile, its top included
 * @property {number} pile_size
 * @property {number} top_size cards on top of it that someone has looked at
 * @property {number[] | null} top which, the top one first; hidden until the end
 * @property {(number[] | null)[]} knows of which a seat knows that they are there; each seat sees its own
 * @property {number[]} knows_order and whether it knows the order
 * @property {number[][]} known cards that were seen to go into it
 * @property {number[]} fresh how many others may be currency or debris: drawn since the last banking
 * @property {number[][]} bought
 * @property {number} winners as a bit mask
 * @property {number} decided_by
 * @property {number} told
 * @property {number[]} events
 */

export const SEAT_NAMES = ["P1", "P2", "P3", "P4", "P5"];

export const PHASES = {
  "act": 5,
  "aim": 6,
  "answer": 7,
  "hit": 8,
  "trash": 9,
  "discard": 10,
  "retrieve": 11,
  "order": 12,
  "wreck": 13
};
export const EFFECTS = {
  "no_effect": "nothing",
  "gain_1_currency": "one currency",
  "gain_1_currency_draw_1": "one currency, and draw a card",
  "destroy_1_unshielded_ship": "one hit",
  "destroy_1_ship": "one hit",
  "destroy_1_weakest_ship": "one hit",
  "destroy_1_ship_ignore_shields": "one hit; of assigned shields, only a Phase Shield stops it",
  "strip_all_shields_one_opponent": "trashes all assigned shields of one opponent",
  "destroy_1_ship_then_discard_1_random_card_from_hand": "one hit; costs you a random card from hand",
  "destroy_up_to_2_ships_then_lose_one_1_bank_currency": "two hits; costs you one from the bank",
  "destroy_up_to_2_ships": "two hits",
  "destory_up_to_2_ships": "two hits",
  "each_opponent_blocks_or_loses_ship": "one hit on every opponent",
  "each_opponent_blocks_2_or_loses_2_ships_and_you_skip_next_turn": "two hits on every opponent; you skip a turn",
  "assign_to_ship_block_1": "a shield for one ship, 1 point",
  "assign_to_ship_block_2": "a shield for one ship, 2 points",
  "assign_to_ship_block_1_draw_1_discard_1": "a shield for one ship, 1 point; draw one, discard one",
  "assign_to_ship_block_any": "a shield for one ship, 1 point, also against piercing",
  "reactive_block_1_rocket": "blocks one hit, from hand",
  "cancel_1_rocket_targeting_you": "blocks one hit, from hand",
  "reactive_block_1_rocket_then_trash_1_card_from_hand_or_discard": "blocks one hit, from hand, and you trash a card",
  "draw_3_keep_2_discard_1": "draw three, discard one of them",
  "retrieve_1_card_from_discard": "a card back from your discard pile",
  "look_at_top3_any_market_rearrange": "see and order the next three market cards",
  "negate_last_ship_loss_once": "saves your last ship once",
  "add_1_ship_to_fleet": "one more ship, unshielded",
  "take_extra_turn": "another whole turn after this action; then it is trashed",
  "trash_1_card_from_discard": "trash a card from hand or discard pile",
  "trash_1_card_from_discard_draw_1": "trash a card from your discard pile, draw one"
};
export const READINGS = {
  "seeking": {
    "weakest": {
      "destroy_1_weakest_ship": "one hit on the weakest ship"
    }
  },
  "wear": {
    "no": {
      "destroy_1_unshielded_ship": "one hit, which takes no points from a shield"
    }
  }
};
export const POINTS = {
  "assign_to_ship_block_1": 1,
  "assign_to_ship_block_2": 2,
  "assign_to_ship_block_1_draw_1_discard_1": 1,
  "assign_to_ship_block_any": 1
};
export const SIDES = ["unshielded", "shielded"];
