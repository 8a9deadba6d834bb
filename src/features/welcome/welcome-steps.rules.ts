import { landingPath, safeTarget } from '#features/accounts/accounts.rules.ts'
import type { SessionUser } from '#features/accounts/session.contract.ts'

/**
 * The steps of the welcome pages, in their order (decision 0109). The address contains the step, so the back button goes one step
 * back.
 */
export const STEPS = ['games', 'people', 'profile'] as const
export type Step = (typeof STEPS)[number]

export function stepOf(search: URLSearchParams): Step {
  return STEPS.find((step) => step === search.get('step')) ?? STEPS[0]
}

/** Returns the address of a step, with the other parameters unchanged. */
export function addressOf(step: Step, search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.set('step', step)
  return `/welcome?${next}`
}

/** Returns the next step; null at the end. */
export function stepAfter(step: Step): Step | null {
  return STEPS[STEPS.indexOf(step) + 1] ?? null
}

/**
 * Returns the address after the last step: the requested page (G03, G06), or the page that asks for missing names
 * (C35).
 */
export function endOf(user: SessionUser, search: URLSearchParams): string {
  return landingPath({ ...user, onboarded: true }, safeTarget(search.get('next')))
}
