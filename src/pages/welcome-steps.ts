import { landingPath, safeTarget } from '#features/accounts/accounts.rules.ts'
import type { SessionUser } from '#features/accounts/session.contract.ts'

/** The steps of the welcome pages, in their order (G03). They stand in the address: the back button goes one back. */
export const STEPS = ['profile', 'games', 'people'] as const
export type Step = (typeof STEPS)[number]

export function stepOf(search: URLSearchParams): Step {
  return STEPS.find((step) => step === search.get('step')) ?? 'profile'
}

/** The address of a step, with everything else as it was. */
export function addressOf(step: Step, search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.set('step', step)
  return `/welcome?${next}`
}

/** The step behind this one; null is the end. */
export function stepAfter(step: Step): Step | null {
  return STEPS[STEPS.indexOf(step) + 1] ?? null
}

/** Where a member goes who has finished: to what they wanted (G03, G06), or what is still missing is asked for (C35). */
export function endOf(user: SessionUser, search: URLSearchParams): string {
  return landingPath({ ...user, onboarded: true }, safeTarget(search.get('next')))
}
