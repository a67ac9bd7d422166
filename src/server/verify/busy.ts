/** No chain was asked: another question of the same member is under way. The same question may be put a moment later. */
export type Busy = 'busy'
