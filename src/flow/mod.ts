/** How work is scheduled, whatever the work is: this folder knows no concept of the product. */
export { createBoundedMap } from "./bounded_map.ts";
export { type CircuitBreaker, createCircuitBreaker } from "./circuit_breaker.ts";
export { createDeadlines, type Deadline } from "./deadlines.ts";
export { createFairRoom, type FairRoom } from "./fair_room.ts";
export { inTurns } from "./in_turns.ts";
export { createNextFlight } from "./next_flight.ts";
export { createOneByOne } from "./one_by_one.ts";
export { createPace, type Pace } from "./pace.ts";
export { createSingleFlight } from "./single_flight.ts";
export { createTokenBuckets } from "./token_buckets.ts";
export { withTimeout } from "./with_timeout.ts";
export { yieldToEventLoop } from "./yield_to_event_loop.ts";
