import { lazyHydrated } from '#web/lazy-hydration.tsx'

/** The badges on a profile card. Their code is not part of the first JavaScript. */
export const LazyProfileBadges = lazyHydrated(() =>
  import('./profile-badges.tsx').then((module) => module.ProfileBadges),
)
