#!/usr/bin/env node
"use strict";

// Read by any Node.js, however old, so that it can say what is missing.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(
    "skillmount needs Node.js 20 or newer; this is " + process.version + " at " + process.execPath,
  );
  process.exit(69);
}
require("./start.cjs");
