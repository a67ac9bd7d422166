import type { ReactNode } from 'react'
import { useStore } from '../../use-store.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'

/** A screen for the bot's admins, with its messages. Other members find nothing here. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { member, router } = useServices()
  const state = useStore(member)
  const section = useSection('admin')
  if (state.status !== 'known') return <Waiting />
  if (!state.me.admin) {
    return <ProblemScreen code="not-found" onRetry={() => router.replace({ screen: 'home' })} />
  }
  return <PartScreen part={section}>{children}</PartScreen>
}
