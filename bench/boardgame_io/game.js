// Tower Siege as a game of boardgame.io, by the rules of src/feint/games/tower_siege with length=30 and stride=1.
// A card laid face down is under `players`, which STRIP_SECRETS hides from the opponent, and is struck from its log.
"use strict";

const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const LENGTH = 30;
const CARDS = 5;
const FULL_HAND = (1 << CARDS) - 1;

function step({ G, playerID, events }) {
  const seat = Number(playerID);
  G.metAt = 0;
  G.position[seat] += 1;
  if (G.position[seat] === LENGTH) {
    G.winner = seat;
  } else if (G.position[0] === G.position[1]) {
    G.metAt = G.position[seat];
    G.battle = true;
    events.setActivePlayers({ all: "battle", minMoves: 1, maxMoves: 1 });
  } else {
    events.endTurn();
  }
}

function rest({ G, playerID, events }) {
  const seat = Number(playerID);
  if (G.position[seat] !== 0) return INVALID_MOVE;
  G.metAt = 0;
  G.hand[seat] = FULL_HAND;
  events.endTurn();
}

function lay({ G, playerID, events }, card) {
  const seat = Number(playerID);
  const held = card === 0 ? G.hand[seat] === 0 : card > 0 && card <= CARDS && (G.hand[seat] >> (card - 1)) & 1;
  if (!held || G.laid[seat]) return INVALID_MOVE;
  G.players[playerID].chosen = card;
  G.laid[seat] = true;
  if (G.laid[1 - seat]) {
    turnOverCards(G);
    events.endTurn();
  }
}

function turnOverCards(G) {
  for (const seat of [0, 1]) {
    G.shown[seat] = G.players[seat].chosen;
    G.players[seat].chosen = 0;
    G.laid[seat] = false;
    if (G.shown[seat] > 0) G.hand[seat] -= 1 << (G.shown[seat] - 1);
  }
  const [first, second] = G.shown;
  if (first <= second) G.position[0] = 0;
  if (second <= first) G.position[1] = 0;
  G.battle = false;
}

// The moves that a player can make now, each as [name, ...arguments].
function legal(G, ctx, playerID) {
  if (ctx.gameover !== undefined) return [];
  const seat = Number(playerID);
  if (ctx.activePlayers !== null) {
    if (ctx.activePlayers[playerID] === undefined) return [];
    const cards = [1, 2, 3, 4, 5].filter((card) => (G.hand[seat] >> (card - 1)) & 1);
    return (cards.length ? cards : [0]).map((card) => ["lay", card]);
  }
  if (ctx.currentPlayer !== playerID) return [];
  return G.position[seat] === 0 ? [["step"], ["rest"]] : [["step"]];
}

// client: false, because boardgame.io takes back what a client foresees as soon as a move ends the turn.
const TowerSiege = {
  name: "tower-siege",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({
    position: [0, 0],
    hand: [FULL_HAND, FULL_HAND],
    battle: false,
    laid: [false, false],
    players: { 0: { chosen: 0 }, 1: { chosen: 0 } },
    winner: null,
    metAt: 0,
    shown: [0, 0],
  }),
  moves: { step: { move: step, client: false }, rest: { move: rest, client: false } },
  turn: {
    stages: {
      // Both choose at the same time: the second card comes in when the state has already gone on by the first.
      battle: { moves: { lay: { move: lay, client: false, redact: true, ignoreStaleStateID: true } } },
    },
  },
  endIf: ({ G }) => (G.winner === null ? undefined : { winner: G.winner }),
  playerView: PlayerView.STRIP_SECRETS,
};

module.exports = { TowerSiege, legal };
