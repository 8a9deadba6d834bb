// What pages and other features show of the own profile. The rest is loaded by the settings.
import { lazyHydrated } from '#web/lazy-hydration.tsx'

/** Tells a member without a username or a name to choose one (G05, R-SESS-15). */
export const IncompleteProfile = lazyHydrated(() =>
  import('./incomplete-profile.tsx').then((module) => module.IncompleteProfile),
)
