import { lazyHydrated } from '#web/lazy-hydration.tsx'
// The parts of the profile editor that other features use. The settings load the rest.

/** Asks a member without a username or a display name to choose one (G05, R-SESS-15). */
export const IncompleteProfile = lazyHydrated(() => import('./incomplete-profile.tsx'), 'IncompleteProfile')
