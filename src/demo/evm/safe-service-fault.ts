/** Faults of the Transaction Service: it is unreachable, overloaded or slow. */
export const SAFE_SERVICE_FAULTS = ['none', 'down', 'busy', 'slow'] as const
export type SafeServiceFault = (typeof SAFE_SERVICE_FAULTS)[number]
