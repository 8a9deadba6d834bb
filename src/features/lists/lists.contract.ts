import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { discussionFields } from '#features/discussions/discussions.contract.ts'
import { Hold } from '#features/moderation/moderation.schemas.ts'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { contract, FileBytes, NoContent, numberUpTo, pageNumber } from '#shared/contract.ts'
import { GameId, ListId } from '#shared/ids.ts'
import * as endpoints from './lists.endpoints.ts'
import { GAMES_PAGE_SIZE, LATEST_LISTS, LIST_ORDERS, LISTS_PAGE_SIZE } from './lists.endpoints.ts'
import { GAMES_MAX } from './lists.rules.ts'
import { gameIdInBody, ListDraft, note } from './lists.schemas.ts'
import { LIST } from './lists.subject.ts'
import { LIST_TEXTS } from './lists.texts.ts'

const LISTS_PAGE_MAX = 100

/** A list as a reader sees it. Instants are ISO 8601 in UTC. */
export const List = z.object({
  id: ListId,
  user: PublicProfile,
  title: z.string(),
  description: z.string(),
  is_shared: z.boolean(),
  is_ranked: z.boolean(),
  games_count: z.number(),
  likes_count: z.number(),
  is_liked: z.boolean(),
  /** The first five games. */
  covers: z.array(GameCard),
  created_at: z.string(),
  /** The last change of title, description or switches; `editList` compares it (G59). */
  updated_at: z.string(),
  /** The last change, including changes of games. */
  changed_at: z.string(),
  /** Hidden by an admin, or it waits: only the author and admins receive it (G21). */
  isHidden: z.boolean(),
  hold: Hold,
  /** How a smart list keeps itself; null for a list whose games its owner chooses. */
  smart: z.nullable(
    z.object({
      /** Parameters of the catalogue's address. */
      filters: z.string(),
      /** Whether the owner is notified of new games; false for others. */
      tells_of_new: z.boolean(),
      /** The games that came since the owner opened the list; 0 for others. */
      new_count: z.number(),
    }),
  ),
  viewerCan: z.object({ edit: z.boolean(), like: z.boolean() }),
})
export type List = z.infer<typeof List>

/** A list with the data of its own page. */
export const ListPage = z.extend(List, {
  /** The number of its games that the reader completed, plays or dropped (C03); null for a visitor. */
  played_count: z.nullable(z.number()),
  /** When the owner opened a smart list last, if games came since; null for others. Later games are the new ones. */
  new_since: z.nullable(z.string()),
  /** Whether its owner has pinned it to the home page; false for others. */
  is_on_home: z.boolean(),
  ...discussionFields(LIST),
})
export type ListPage = z.infer<typeof ListPage>

/** A game of a list. */
export const ListGame = z.object({
  game: GameCard,
  /** From 1, without gaps. */
  position: z.number(),
  note: z.nullable(z.string()),
  added_at: z.string(),
})
export type ListGame = z.infer<typeof ListGame>

/** One of the viewer's own lists, for a menu. */
export const ListChoice = z.object({
  id: ListId,
  title: z.string(),
  is_shared: z.boolean(),
  games_count: z.number(),
  /** Whether the list contains the requested game; false without one. */
  has_game: z.boolean(),
})
export type ListChoice = z.infer<typeof ListChoice>

const OneList = z.object({ listId: ListId })
const OneGame = z.object({ listId: ListId, gameId: GameId })
const OneListAnswer = z.object({ list: List })

export const listProfileLists = contract(endpoints.listProfileLists, {
  access: 'anyone',
  summary:
    'List a member’s lists, the last changed first, if the viewer may see the profile; private ones only for the owner',
  params: OneProfile,
  query: z.object({ page: pageNumber, limit: numberUpTo(LISTS_PAGE_MAX, LISTS_PAGE_SIZE), as: viewAs }),
  response: z.object({ data: z.array(List), total: z.number(), hasMore: z.boolean() }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const listLatestLists = contract(endpoints.listLatestLists, {
  access: 'anyone',
  summary: 'List the latest shared lists of everybody, those of different authors first, as one page',
  query: z.object({ limit: numberUpTo(LISTS_PAGE_SIZE, LATEST_LISTS) }),
  response: z.object({ data: z.array(List) }),
})

/** A list in the public page of lists, with the progress of the reader: null for a visitor. */
export const BrowsedList = z.extend(List, { played_count: z.nullable(z.number()) })
export type BrowsedList = z.infer<typeof BrowsedList>

export const browseLists = contract(endpoints.browseLists, {
  access: 'anyone',
  summary:
    'List the shared lists with games that the viewer may see: the last changed first, the most liked, or those of friends and followed members; with game_id those that contain the game',
  query: z.object({
    show: z.catch(z._default(z.enum(LIST_ORDERS), 'new'), 'new'),
    game_id: z.catch(z.optional(GameId), undefined),
    cursor: z.optional(z.string()),
  }),
  response: z.object({
    data: z.array(BrowsedList),
    /** The game that the lists contain; null without one. */
    game: z.nullable(GameCard),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: { 401: ['sign_in_required'], 404: ['game_not_found'] },
  isSharedByVisitors: true,
})

export const listMyLists = contract(endpoints.listMyLists, {
  access: 'member',
  summary:
    'List the viewer’s own lists for a menu, without smart ones; with game_id also whether each contains this game',
  query: z.object({ game_id: z.catch(z.optional(GameId), undefined) }),
  response: z.object({ data: z.array(ListChoice) }),
})

export const listHomeLists = contract(endpoints.listHomeLists, {
  access: 'member',
  summary: 'List the lists that the viewer has pinned to the home page, the last changed first',
  response: z.object({ data: z.array(List) }),
})

export const getList = contract(endpoints.getList, {
  access: 'anyone',
  summary: 'Get a list, with the viewer’s progress in it, its reactions and its latest comments',
  params: OneList,
  response: z.object({ list: ListPage }),
  refusals: { 404: ['list_not_found'] },
})

export const getListPicture = contract(endpoints.getListPicture, {
  access: 'anyone',
  summary: 'Get the picture of a list for link previews, 1200 by 630: only of a list that a visitor may see',
  params: OneList,
  response: FileBytes,
  file: 'image/png',
  refusals: { 404: ['list_not_found'] },
  budget: 'profile-read',
})

export const createList = contract(endpoints.createList, {
  access: 'member',
  summary:
    'Create a list, private unless the request shares it; optionally with games, duplicates ignored, or with filters that keep it',
  body: z.extend(ListDraft, {
    game_ids: z._default(z.array(gameIdInBody).check(z.maxLength(GAMES_MAX, LIST_TEXTS.full)), []),
  }),
  response: OneListAnswer,
  status: 201,
  refusals: {
    404: ['game_not_found'],
    409: ['too_many_lists', 'own_filters_are_private', 'list_keeps_itself'],
  },
  signInMessage: LIST_TEXTS.signInToCreate,
})

export const editList = contract(endpoints.editList, {
  access: 'member',
  summary:
    'Replace the words and switches of a list of your own; with `updated_at` it does not overwrite a later version',
  params: OneList,
  body: z.extend(ListDraft, { updated_at: z.optional(z.string()) }),
  response: OneListAnswer,
  refusals: {
    404: ['list_not_found'],
    409: ['changed_by_somebody', 'own_filters_are_private', 'list_kept_by_hand'],
  },
})

export const openSmartList = contract(endpoints.openSmartList, {
  access: 'member',
  summary: 'Say that the viewer sees their own smart list now; asks its filters again unless that was within a minute',
  params: OneList,
  /** Whether its games have changed by that. */
  response: z.object({ is_changed: z.boolean() }),
  refusals: { 404: ['list_not_found'] },
})

export const pinListToHome = contract(endpoints.pinListToHome, {
  access: 'member',
  summary: 'Pin a list of your own to your home page, or unpin it',
  params: OneList,
  body: z.object({ is_on_home: z.boolean() }),
  response: z.object({ is_on_home: z.boolean() }),
  refusals: { 404: ['list_not_found'], 409: ['home_full'] },
})

export const deleteList = contract(endpoints.deleteList, {
  access: 'member',
  summary: 'Delete the viewer’s own list with its likes and comments',
  params: OneList,
  response: NoContent,
  status: 204,
  refusals: { 404: ['list_not_found'] },
})

export const listListGames = contract(endpoints.listListGames, {
  access: 'anyone',
  summary: 'List the games of a list in their order',
  params: OneList,
  query: z.object({ page: pageNumber, limit: numberUpTo(GAMES_PAGE_SIZE, GAMES_PAGE_SIZE) }),
  response: z.object({ data: z.array(ListGame), total: z.number(), hasMore: z.boolean() }),
  refusals: { 404: ['list_not_found'] },
})

export const addListGame = contract(endpoints.addListGame, {
  access: 'member',
  summary: 'Add a game to the viewer’s own list, at its end or at a position; a duplicate changes nothing',
  params: OneList,
  body: z.object({
    game_id: gameIdInBody,
    note: z._default(note, null),
    position: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(GAMES_MAX))),
  }),
  response: z.object({ game: ListGame, games_count: z.number() }),
  status: 201,
  mayExist: true,
  refusals: { 404: ['list_not_found', 'game_not_found'], 409: ['list_full', 'list_keeps_itself'] },
})

export const changeListGame = contract(endpoints.changeListGame, {
  access: 'member',
  summary: 'Write the note on a game of the viewer’s own list; an empty note removes it',
  params: OneGame,
  body: z.object({ note }),
  response: z.object({ game: ListGame }),
  refusals: { 404: ['list_not_found', 'list_game_not_found'], 409: ['list_keeps_itself'] },
})

export const removeListGame = contract(endpoints.removeListGame, {
  access: 'member',
  summary: 'Remove a game from the viewer’s own list',
  params: OneGame,
  response: NoContent,
  status: 204,
  refusals: { 404: ['list_not_found', 'list_game_not_found'], 409: ['list_keeps_itself'] },
})

export const moveListGame = contract(endpoints.moveListGame, {
  access: 'member',
  summary: 'Move a game of the viewer’s own list behind another one, to the top (`after` null), or to a position',
  params: OneList,
  body: z
    .object({
      game_id: gameIdInBody,
      after: z.optional(z.nullable(gameIdInBody)),
      /** From 1; one behind the last means the last. */
      position: z.optional(
        z.number(LIST_TEXTS.position).check(z.int(LIST_TEXTS.position), z.minimum(1, LIST_TEXTS.position)),
      ),
    })
    .check(z.refine(({ after, position }) => (after === undefined) !== (position === undefined), LIST_TEXTS.whereTo)),
  response: z.object({ position: z.number() }),
  refusals: { 404: ['list_not_found', 'list_game_not_found'], 409: ['list_keeps_itself'] },
})

export const toggleListLike = contract(endpoints.toggleListLike, {
  access: 'member',
  summary: 'Like a list of another member, or remove the like',
  params: OneList,
  response: z.object({ liked: z.boolean(), likes_count: z.number() }),
  refusals: { 403: ['own_list'], 404: ['list_not_found'] },
  signInMessage: LIST_TEXTS.signInToLike,
})

export const cloneList = contract(endpoints.cloneList, {
  access: 'member',
  summary: 'Copy the title and the games of a list into a private list of the viewer, without description and notes',
  params: OneList,
  response: OneListAnswer,
  status: 201,
  refusals: { 404: ['list_not_found'], 409: ['too_many_lists'] },
  signInMessage: LIST_TEXTS.signInToClone,
})
