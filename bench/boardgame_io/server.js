// boardgame.io's server: `node server.js [FOLDER]` keeps matches in memory, or as files in the folder.
// It prints its address when it is ready, and ends when its standard input does.
"use strict";

const { FlatFile, Server } = require("boardgame.io/server");
const { TowerSiege } = require("./game.js");

const [folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined; // undefined: in memory
const server = Server({ games: [TowerSiege], origins: [], ...(db && { db }) });

server.router.get("/memory", (ctx) => {
  global.gc?.(); // what is in use, not what has been thrown away
  ctx.body = { bytes: process.memoryUsage.rss() };
});
server.router.get("/cpu", (ctx) => {
  ctx.body = { cpu: process.cpuUsage(), time: performance.now() };
});

server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => {
  appServer.keepAliveTimeout = 0; // else, on a busy machine, it closes what the load is about to use
  console.log(`http://127.0.0.1:${appServer.address().port}`);
});

process.stdin.on("end", () => process.exit()).resume();
