// The parts of the profile editor that other features use. The settings load the rest.
import { later } from '#web/later.tsx'

/** Asks a member without a username or a display name to choose one (G05, R-SESS-15). */
export const IncompleteProfile = later(() =>
  import('./incomplete-profile.tsx').then((module) => module.IncompleteProfile),
)
