/** What is wrong with the Transaction Service: it is away, everybody asks too much of it, or it takes its time. */
export const SAFE_SERVICE_FAULTS = ['none', 'down', 'busy', 'slow'] as const
export type SafeServiceFault = (typeof SAFE_SERVICE_FAULTS)[number]
