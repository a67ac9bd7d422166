/**
 * The chain was not queried, because another query of the same member is under way. The same query may be sent again
 * soon.
 */
export type Busy = 'busy'
