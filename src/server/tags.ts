import type { SubjectRef, SubjectType } from '#shared/subject.ts'

declare const brand: unique symbol

/**
 * The name of something that can change. Pages and cached responses have the tags of the data that they show; a write
 * announces tags (`changes.ts`). Only this file creates tags, so a misspelt one does not compile. `feature-map.ts` says
 * which feature owns which tag; a feature announces its own tags and those of features that it may use.
 */
export type Tag = string & { readonly [brand]: true }

/** Tags that name one thing each: `tag.game('igdb_1942')` is 'game:igdb_1942'. */
export interface TagKind {
  (id: string): Tag
  /** Returns the id in a tag of this kind; null for any other tag. */
  idOf: (tag: Tag) => string | null
}

const single = (name: string): Tag => name as Tag

function kind(name: string): TagKind {
  const prefix = `${name}:`
  const make = (id: string): Tag => (prefix + id) as Tag
  return Object.assign(make, { idOf: (tag: Tag) => (tag.startsWith(prefix) ? tag.slice(prefix.length) : null) })
}

export const tag = {
  /**
   * The public facts about a member: name, picture, role, and whether the member may sign in. Cached sessions depend on
   * it.
   */
  member: kind('member'),
  /** Who may create an account, and whether visitors see the site. */
  site: single('site'),
  /** The whole catalogue: announced when more has changed than single games. */
  games: single('games'),
  game: kind('game'),
  /** A list that game sources may complete later, by the hash of its query. */
  answer: kind('answer'),
  /** A member's followers, followed members and friends. */
  relationshipCounts: kind('relationshipCounts'),
  /** The member's relationships: a request, a friendship, a follow or a block was added, changed or removed. */
  relationships: kind('relationships'),
  /** What the member has muted. */
  mutes: kind('mutes'),
  /**
   * Lists and counts of people. They change when a member is disabled or enabled, or makes the profile visible or
   * private.
   */
  peopleLists: single('peopleLists'),
  /** Everything that contains a part of a member's library or favourites, or the number of the member's reviews. */
  shelf: kind('shelf'),
  /** The member's preferences. */
  preferences: kind('preferences'),
  notifications: kind('notifications'),
  /** Notifications wait to be pushed: a node wakes the job that sends them. */
  pushes: single('pushes'),
  messages: kind('messages'),
  /** The member's play timer: it was started, paused or stopped, or deleted with its game. */
  timer: kind('timer'),
  /** The imports of a member: one has changed its state or made progress. */
  imports: kind('imports'),
  /** The exports of a member: one was begun, made progress or ended. */
  exports: kind('exports'),
  /** The reviews of a game: their list and their counts. */
  reviewsOf: kind('reviewsOf'),
  /** The reviews of a member. */
  reviewsBy: kind('reviewsBy'),
  /** The latest reviews of everybody. */
  latestReviews: single('latestReviews'),
  /** The reviews of everybody in the order of their marks: one was liked or bookmarked. */
  helpfulReviews: single('helpfulReviews'),
  /** The lists of a member. */
  listsBy: kind('listsBy'),
  /** The titles of all lists: one was created, shared or shown again, or has another title. */
  listTitles: single('listTitles'),
  /** The lists of everybody in the order of their likes: one was liked. */
  likedLists: single('likedLists'),
  /** The journal of a member. */
  journal: kind('journal'),
  /** Everybody's feeds. */
  feed: single('feed'),
  /** A new activity, by its id: the channels publish it. */
  newActivity: kind('newActivity'),
  /** The activities of a member. */
  activitiesOf: kind('activitiesOf'),
  /** The activities about a game. */
  activitiesAbout: kind('activitiesAbout'),
  pins: kind('pins'),
  /** How many members have ticked the achievements of a game. */
  achievementsOf: kind('achievementsOf'),
  challenges: single('challenges'),
  challenge: kind('challenge'),
  /** The challenges that a member has joined. */
  joined: kind('joined'),
  /** The catalogue of badges. */
  badges: single('badges'),
  /** The badges of a member. */
  badgesOf: kind('badgesOf'),
  /** A member has earned a badge: the channel of the member publishes it. */
  badgeEarned: kind('badgeEarned'),
  /** All lists of playlists: a public one was added, changed, moved or deleted. */
  playlists: single('playlists'),
  /** A playlist with its games, by its id. */
  playlist: kind('playlist'),
  /** The games of a playlist have changed: the channels publish it, beside the tag of the playlist. */
  playlistGames: kind('playlistGames'),
  /** Everything about playlists: an admin invalidates it. */
  allPlaylists: single('allPlaylists'),
  /** The news posts: their list, and each of them. */
  news: single('news'),
  /** The forum's categories, with their counts and latest posts. */
  forum: single('forum'),
  /** The threads of a category of the forum, by its slug. */
  forumCategory: kind('forumCategory'),
  /** The threads about a game. */
  threadsAbout: kind('threadsAbout'),
  /** A post of a thread was written or changed, as '<thread>/<number>': the channels publish it. */
  threadPost: kind('threadPost'),
  /**
   * The reactions to a subject and the comments on it. No feature owns this tag: each feature that writes about
   * subjects announces it.
   */
  subject: ({ subjectType, subjectId }: SubjectRef): Tag => kind(subjectType)(subjectId),
} as const

/** The tags of all subjects of a type. */
export const subjectTags = (type: SubjectType): TagKind => kind(type)

const SEPARATOR = '\n'

/** Packs tags into as few notifications as their length allows. */
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
