import { TYPED_IS_HERE } from '#shared/sentences.ts'

/** Of every form whose text this device stores until it is saved, and of a save that came too late (G59). */
export const DRAFT_TEXTS = {
  restored: 'This is what you had typed.',
  showSaved: 'Show the saved version',
  savedOn: (day: string, time: string) => `It was saved on ${day}, ${time} UTC. ${TYPED_IS_HERE}`,
  sameVersions: 'Both versions are the same.',
  youChangedIt: (field: string) => `${field} (you changed it, too)`,
  useOther: 'Use the other version',
  otherShown: 'The other version is shown',
  deletedMeanwhile: (thing: string) => `Somebody has deleted this ${thing}. ${TYPED_IS_HERE}`,
  saveAsNew: (thing: string) => `Save as a new ${thing}`,
} as const
