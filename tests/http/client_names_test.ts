import assert from "node:assert/strict";
import fc from "fast-check";
import { createClientNames } from "../../src/http/mod.ts";

const clientOf = createClientNames("a secret of this process");

function nameOf(peer: string, forwardedFor: string | null = null): string | undefined {
  return clientOf({ peer, forwardedFor })?.();
}

const SAME: readonly (readonly [what: string, ...connections: (readonly [string, string?])[]])[] = [
  ["an IPv4 address", ["203.0.113.7"], ["::ffff:203.0.113.7"], ["::ffff:cb00:7107"]],
  ["the /64 of an IPv6 address", ["2001:db8:1:2::1"], ["2001:db8:1:2:ffff:ffff:ffff:ffff"], [
    "2001:0DB8:0001:0002::",
  ], ["2001:db8:1:2::1%eth0"]],
  [
    "who a proxy on this machine saw",
    ["203.0.113.7"],
    ["127.0.0.1", "203.0.113.7"],
    ["::1", "203.0.113.7"],
    ["::ffff:127.0.0.1", "203.0.113.7"],
    ["127.0.0.1", "198.51.100.9, 203.0.113.7"],
    ["127.0.0.1", "203.0.113.7:49152"],
    ["127.0.0.1", "junk,  203.0.113.7 "],
  ],
  ["an IPv6 client of a proxy", ["2001:db8::1"], ["127.0.0.1", "2001:db8::2"], [
    "127.0.0.1",
    "[2001:db8::3]:443",
  ]],
  ["the peer, where it is no proxy on this machine", ["203.0.113.7"], ["203.0.113.7", "198.51.100.9"]],
  ["the peer, where its header names nobody", ["127.0.0.1"], ["127.0.0.1", ""], ["127.0.0.1", "unknown"], [
    "127.0.0.1",
    "198.51.100.9, unknown",
  ]],
];

for (const [what, ...connections] of SAME) {
  Deno.test(`a client is ${what}`, () => {
    const names = new Set(connections.map(([peer, forwardedFor]) => nameOf(peer, forwardedFor)));
    assert.equal(names.size, 1);
  });
}

Deno.test("different clients have different names", () => {
  const peers = [
    "203.0.113.7",
    "203.0.113.8",
    "2001:db8:1:2::1",
    "2001:db8:1:3::1",
    "::1",
    "127.0.0.1",
    "::",
    "fe80::1",
  ];
  assert.equal(new Set(peers.map((peer) => nameOf(peer))).size, peers.length);
});

Deno.test("a client's name tells no address, and means nothing in another process", () => {
  const name = nameOf("203.0.113.7");
  assert.match(name ?? "", /^[A-Za-z0-9_-]{22}$/);
  assert.notEqual(createClientNames("another")({ peer: "203.0.113.7", forwardedFor: null })?.(), name);
});

Deno.test("a connection without an address is nobody's", () => {
  assert.equal(clientOf({ peer: null, forwardedFor: "203.0.113.7" }), undefined);
});

Deno.test("a client has a name whatever its address and its header look like", () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.string({ unit: "binary" }));
  fc.assert(fc.property(address, address, (peer, forwardedFor) => {
    assert.match(nameOf(peer, forwardedFor) ?? "", /^[A-Za-z0-9_-]{22}$/);
  }));
});

Deno.test("a spelling that others take for another address is nobody's network", () => {
  for (const odd of ["0177.0.0.1", "127.1", "0x7f.0.0.1", "2130706433", "203.0.113.07"]) {
    assert.equal(nameOf("127.0.0.1", odd), nameOf("127.0.0.1"), odd);
  }
});
