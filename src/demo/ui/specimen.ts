import type { ReactNode } from 'react'
import type { Samples } from './samples.ts'

/** The name of a state, and the component in it. */
export type SpecimenState = readonly [name: string, shown: ReactNode]

/** The states of components, by the names of their files. */
export type Specimens = Record<string, (samples: Samples) => readonly SpecimenState[]>
