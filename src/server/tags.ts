import type { SubjectRef, SubjectType } from '#shared/subject.ts'

declare const brand: unique symbol

/**
 * What a change is about. A page and a cached answer know the tags of what they show; a write announces tags
 * (`changes.ts`). Only this file makes tags, so a misspelt one does not compile. `feature-map.ts` says which feature owns
 * which; a feature announces its own tags and those of features that it may use.
 */
export type Tag = string & { readonly [brand]: true }

/** Tags that are about one thing each: `tag.game('igdb_1942')` is 'game:igdb_1942'. */
export interface TagKind {
  (id: string): Tag
  /** The id in a tag of this kind, null for any other tag. */
  idOf: (tag: Tag) => string | null
}

const single = (name: string): Tag => name as Tag

function kind(name: string): TagKind {
  const prefix = `${name}:`
  const make = (id: string): Tag => (prefix + id) as Tag
  return Object.assign(make, { idOf: (tag: Tag) => (tag.startsWith(prefix) ? tag.slice(prefix.length) : null) })
}

export const tag = {
  /** What everybody may know of a member: name, picture, role, and whether the member may sign in. Sessions follow it. */
  member: kind('member'),
  /** The catalogue: announced when more has changed than single games. */
  games: single('games'),
  game: kind('game'),
  /** A list that sources of games may complete later, by the hash of its question. */
  answer: kind('answer'),
  /** A member's followers, followed members and friends. */
  ties: kind('ties'),
  /** Tells a member that a request, a friendship, a follow or a block has come, changed or gone. */
  people: kind('people'),
  /** Lists and counts of people. They change when a member is disabled or comes back, or opens or closes the profile. */
  circles: single('circles'),
  /** What shows something of a member's library or favourites. */
  shelf: kind('shelf'),
  notifications: kind('notifications'),
  messages: kind('messages'),
  /** Tells a member that the play timer was started, paused or stopped, or has gone with its game. */
  timer: kind('timer'),
  /** Everybody's feeds. */
  feed: single('feed'),
  /** A new activity, by its id: the realtime news. */
  shared: kind('shared'),
  /** The activities of a member. */
  done: kind('done'),
  /** The activities about a game. */
  played: kind('played'),
  pins: kind('pins'),
  challenges: single('challenges'),
  challenge: kind('challenge'),
  /** The challenges that a member has joined. */
  joined: kind('joined'),
  /** The reactions to a subject and the comments on it. No feature owns it: each feature that writes about subjects announces it. */
  subject: ({ subjectType, subjectId }: SubjectRef): Tag => kind(subjectType)(subjectId),
} as const

/** The tags of all subjects of a type. */
export const subjectTags = (type: SubjectType): TagKind => kind(type)

const SEPARATOR = '\n'

/** Puts tags into as few texts as their length allows. */
export function packTags(tags: readonly Tag[], mostBytes: number): string[] {
  const texts: string[] = []
  for (const each of new Set(tags)) {
    const last = texts.at(-1)
    if (last === undefined || Buffer.byteLength(last) + Buffer.byteLength(each) >= mostBytes) texts.push(each)
    else texts[texts.length - 1] = last + SEPARATOR + each
  }
  return texts
}

export const unpackTags = (text: string): Tag[] => text.split(SEPARATOR) as Tag[]
