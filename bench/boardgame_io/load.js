// Load: both players of many matches, each a Client of boardgame.io, and what they see of a server.
// `node load.js ADDRESS TABLES SECONDS PACE` prints one line of JSON. PACE is the seconds between the moves of a match;
// 0: each player moves as soon as it may. It ends when its standard input does.
"use strict";

const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { ProcessGameConfig } = require("boardgame.io/internal");
const { TowerSiege, legal } = require("./game.js");

const [address, ...numbers] = process.argv.slice(2);
const [tables, seconds, pace] = numbers.map(Number);

const GAME = ProcessGameConfig(TowerSiege); // once, not for each client
const SEATS = ["0", "1"];
const AT_ONCE = 16; // matches opened at a time
const WARM = 3; // seconds of play before it counts: Node compiles what runs often
const REST = 2; // seconds between the end of play and the look at memory
const ENDED_A_SECOND = 50; // matches that may end in a second of the fastest play
const MOVES_A_MATCH = 40; // the shortest, nearly

const lobby = new LobbyClient({ server: address });
const multiplayer = SocketIO({ server: address, socketOpts: { transports: ["websocket"], forceNew: true } });
const spare = []; // matches that go on where one has ended
const waits = []; // milliseconds from making a move until both clients have the server's new state
let counting = false;
let stopped = false;
let begun = 0; // matches
let ended = 0;

async function open() {
  const { matchID } = await lobby.createMatch(GAME.name, { numPlayers: SEATS.length });
  const credentials = [];
  for (const playerID of SEATS) {
    const joined = await lobby.joinMatch(GAME.name, matchID, { playerID, playerName: `P${playerID}` });
    credentials.push(joined.playerCredentials);
  }
  return { matchID, credentials };
}

async function comeIn({ matchID, credentials }) {
  const match = { seen: new Map(), sent: new Map(), left: 0, next: 0 };
  begun += 1;
  const players = SEATS.map((playerID, seat) => {
    const client = Client({
      game: GAME,
      numPlayers: SEATS.length,
      multiplayer,
      matchID,
      playerID,
      credentials: credentials[seat],
      debug: false,
    });
    return { client, playerID, match, answered: -1, sent: 0 };
  });
  await Promise.all(players.map(start));
  return players;
}

function play(players) {
  players.forEach(answer);
}

function start(player) {
  const { client } = player;
  client.start();
  // The client has put on these handlers first: when ours are called it has the new state.
  client.transport.socket.on("update", (_, state, deltalog) => {
    note(player, state._stateID, deltalog[0].action.payload.playerID);
    answer(player);
  });
  return new Promise((resolve) => client.transport.socket.once("sync", resolve));
}

function note({ match, playerID, sent }, stateID, mover) {
  if (mover === playerID) match.sent.set(stateID, sent);
  const seen = (match.seen.get(stateID) ?? 0) + 1;
  match.seen.set(stateID, seen);
  if (seen === SEATS.length) {
    if (counting) waits.push(performance.now() - match.sent.get(stateID));
    match.seen.delete(stateID);
    match.sent.delete(stateID);
  }
}

function answer(player) {
  const { client, playerID, match } = player;
  const { G, ctx } = client.getState();
  if (ctx.gameover !== undefined) {
    leave(player);
    return;
  }
  const question = 2 * ctx.turn + (G.battle ? 1 : 0);
  if (player.answered === question || !legal(G, ctx, playerID).length) return;
  player.answered = question;
  if (pace) {
    const now = performance.now();
    match.next = match.next ? Math.max(now, match.next + pace * 1000) : now + Math.random() * pace * 1000;
    setTimeout(choose, match.next - now, player);
  } else {
    choose(player);
  }
}

function choose(player) {
  if (stopped) return;
  const { client, playerID } = player;
  const { G, ctx } = client.getState();
  const choices = legal(G, ctx, playerID);
  const [name, ...args] = choices[Math.floor(Math.random() * choices.length)];
  player.sent = performance.now();
  client.moves[name](...args);
}

async function leave({ client, match }) {
  client.stop();
  match.left += 1;
  if (match.left < SEATS.length) return;
  ended += 1;
  play(await comeIn(spare.pop() ?? (await open())));
}

async function each(count, task) {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await task();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const ask = async (what) => (await fetch(`${address}/${what}`)).json();
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const cpu = () => ({ cpu: process.cpuUsage(), time: performance.now() });
const spent = ({ cpu }) => (cpu.user + cpu.system) / 1000;
const busy = (before, after) => (spent(after) - spent(before)) / (after.time - before.time);

async function main() {
  const lasts = WARM + seconds;
  const spares = pace ? Math.ceil((tables * lasts) / pace / MOVES_A_MATCH) : Math.ceil(ENDED_A_SECOND * lasts);
  const opened = [];
  await each(tables + spares, async () => opened.push(await open()));
  const empty = await ask("memory");
  spare.push(...opened.splice(tables));
  const sitting = [];
  await each(tables, async () => sitting.push(await comeIn(opened.pop())));
  sitting.forEach(play); // not before all are in: the first would end meanwhile
  await sleep(WARM);

  const before = { server: await ask("cpu"), load: cpu() };
  counting = true;
  await sleep(seconds);
  counting = false;
  const after = { load: cpu(), server: await ask("cpu") };
  const took = (after.load.time - before.load.time) / 1000;
  stopped = true;
  await ask("memory"); // Node gives memory back a while after it has cleaned up
  await sleep(REST);
  const full = await ask("memory");

  waits.sort((a, b) => a - b);
  const part = (share) => waits[Math.floor(share * (waits.length - 1))] / 1000;
  const result = {
    choices_a_second: waits.length / took,
    p50: part(0.5),
    p99: part(0.99),
    memory_a_table: (full.bytes - empty.bytes) / begun,
    ended,
    server_busy: busy(before.server, after.server),
    load_busy: busy(before.load, after.load),
  };
  console.log(JSON.stringify(result));
  process.exit();
}

process.stdin.on("end", () => process.exit()).resume();
main();
