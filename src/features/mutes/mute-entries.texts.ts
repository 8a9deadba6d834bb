/** Of menus everywhere; those of the dialogs and of the settings are in mute-dialog.texts.ts and load with them. */
export const MUTE_ENTRIES = {
  less: 'Less of this…',
  mute: 'Mute…',
  muteGame: 'Mute this game…',
  kindsOf: (name: string) => `What I see of ${name}…`,
  signIn: 'Sign in to mute.',
} as const
