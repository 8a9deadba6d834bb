import type { MessageSenders, Visibility } from './profile-edit.rules.ts'

const CAN_ANSWER = 'People you write to can answer.'

export const WHO_MAY_WRITE = 'Who may write to you'

export const VISIBILITY_CHOICES: Record<Visibility, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'Also people who are not signed in.' },
  friends: { label: 'Friends', hint: 'Only those whose friendship you have accepted.' },
  private: { label: 'Only me', hint: 'Others see your name, your picture and nothing else.' },
}

export const SENDER_CHOICES: Record<MessageSenders, { label: string; hint: string }> = {
  everyone: { label: 'Everyone', hint: 'All members of this site.' },
  friends: { label: 'Friends', hint: `Others see that only friends can write to you. ${CAN_ANSWER}` },
  nobody: { label: 'Nobody', hint: `Earlier messages stay. ${CAN_ANSWER}` },
}

/** Of Settings, Privacy. */
export const PRIVACY_TEXTS = {
  profile: 'Who sees your games, your activity and your friends. Your name and picture are always shown.',
  whoSees: 'Who can see your profile',
  parts: 'A part can be shown to fewer people than the rest, never to more.',
  whoSeesPart: (part: string) => `Who can see: ${part}`,
  activity: 'What your friends and followers read in their feeds.',
  activityOff: 'Off, nothing new appears in feeds or on your profile. What you have shared stays until you delete it.',
  folds: 'Texts that their authors mark are folded until you have played as far as they reveal.',
  foldFurther: 'Fold everything written further than I am',
  foldFurtherHint: 'Reviews and comments by players who were ahead of you, marked or not. One press shows them.',
  presence: 'The ring around your picture, and the game you are playing.',
  presenceSwitch: 'Show when I am online',
  presenceOff: 'Off, nobody sees whether you are online or what you are playing right now.',
  neverBlocked: `${WHO_MAY_WRITE}. Members whom you have blocked never can.`,
} as const
