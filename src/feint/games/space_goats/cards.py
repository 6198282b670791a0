"""What the cards of Space Goats can do: types and effects, by number for the rules and by name for a deck's file."""

NO_CARD = 0  # cards are numbered from 1, in the order of their ids
MOST_CARDS = 40  # different ones, in a deck of a designer's own
KINDS = MOST_CARDS + 1

ROCKET, SHIELD, SPECIAL, CURRENCY, DEBRIS = range(1, 6)  # in the order in which Salvage Operation prefers them (SG-Q1)
TYPES = {"rocket": ROCKET, "shield": SHIELD, "special": SPECIAL, "currency": CURRENCY, "debris": DEBRIS}

(
    NO_EFFECT,
    COIN,  # one currency
    SCOUT,  # one currency; banking it draws a card
    WEAK,
    STANDARD,
    SEEKING,
    PIERCING,
    EMP,
    SHATTER,
    SALVO,
    TWIN,
    BARRAGE,
    OVERLOAD,
    PLATE,  # a shield that is assigned to a ship
    DECOY,
    PHASE,
    REACTIVE,  # a shield that answers a rocket out of the hand
    AEGIS,
    RECON,
    SALVAGE,
    DEALER,
    LAST_STAND,
    SHUTTLE,
    WARP,
    PURGE,
    CLEAN,
) = range(26)

RECON_DRAWS = 3

# How a deck's file names an effect: the type of card that has it, the effect, and the points of an assigned shield.
EFFECTS = {
    "no_effect": (DEBRIS, NO_EFFECT, 0),
    "gain_1_currency": (CURRENCY, COIN, 0),
    "gain_1_currency_draw_1": (CURRENCY, SCOUT, 0),
    "destroy_1_unshielded_ship": (ROCKET, WEAK, 0),
    "destroy_1_ship": (ROCKET, STANDARD, 0),
    "destroy_1_weakest_ship": (ROCKET, SEEKING, 0),
    "destroy_1_ship_ignore_shields": (ROCKET, PIERCING, 0),
    "strip_all_shields_one_opponent": (ROCKET, EMP, 0),
    "destroy_1_ship_then_discard_1_random_card_from_hand": (ROCKET, SHATTER, 0),
    "destroy_up_to_2_ships_then_lose_one_1_bank_currency": (ROCKET, SALVO, 0),
    "destroy_up_to_2_ships": (ROCKET, TWIN, 0),
    "destory_up_to_2_ships": (ROCKET, TWIN, 0),  # so the book has it, too
    "each_opponent_blocks_or_loses_ship": (ROCKET, BARRAGE, 0),
    "each_opponent_blocks_2_or_loses_2_ships_and_you_skip_next_turn": (ROCKET, OVERLOAD, 0),
    "assign_to_ship_block_1": (SHIELD, PLATE, 1),
    "assign_to_ship_block_2": (SHIELD, PLATE, 2),
    "assign_to_ship_block_1_draw_1_discard_1": (SHIELD, DECOY, 1),
    "assign_to_ship_block_any": (SHIELD, PHASE, 1),
    "reactive_block_1_rocket": (SHIELD, REACTIVE, 0),
    "cancel_1_rocket_targeting_you": (SHIELD, REACTIVE, 0),
    "reactive_block_1_rocket_then_trash_1_card_from_hand_or_discard": (SHIELD, AEGIS, 0),
    "draw_3_keep_2_discard_1": (SPECIAL, RECON, 0),
    "retrieve_1_card_from_discard": (SPECIAL, SALVAGE, 0),
    "look_at_top3_any_market_rearrange": (SPECIAL, DEALER, 0),
    "negate_last_ship_loss_once": (SPECIAL, LAST_STAND, 0),
    "add_1_ship_to_fleet": (SPECIAL, SHUTTLE, 0),
    "take_extra_turn": (SPECIAL, WARP, 0),
    "trash_1_card_from_discard": (SPECIAL, PURGE, 0),
    "trash_1_card_from_discard_draw_1": (SPECIAL, CLEAN, 0),
}
