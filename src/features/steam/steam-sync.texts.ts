import { counted, gamesText } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { GAMES_FAILED, LIBRARY_UNCHANGED } from '#shared/sentences.ts'
import type { SyncResult } from './steam.contract.ts'
import { STEAM_REFUSALS, TOO_MANY_REQUESTS } from './steam.texts.ts'
import type { Pause, SteamFilter, SteamGameState, SyncProblem } from './steam-sync.rules.ts'

/** Why something about a linked account is refused: the code of the refusal and its sentence. */
export const LINK_REFUSALS = {
  steam_linked: 'An account at Steam is linked already. Unlink it first.',
  steam_not_linked: 'No account at Steam is linked.',
  steam_game_not_found: 'The linked account does not have this game.',
} as const

export const SYNC_TEXTS = {
  title: 'Steam',
  intro:
    'Link an account, and Savepoint adds what you play there as play sessions, every day or when you ask. Hours only rise, and what you have typed stays.',
  off: 'The operator of this site has not turned Steam on.',
  offLinked: 'The operator of this site has turned Steam off, so nothing is synced. What was synced stays.',
  failed: 'The linked account could not be loaded.',
  link: 'Link and sync',
  linking: 'Asking Steam…',
  once: 'Import once',
  before:
    'The first sync is an import: you see every game before it is written. “Game details” must be public in Steam’s privacy settings.',
  family:
    'Steam does not list games that you borrow from a family library, and counts no hours for them. Log these by hand.',
  sync: 'Sync now',
  syncing: 'Syncing…',
  waits: 'The sync waits in a queue or asks Steam. You may leave this page.',
  never: 'Not synced yet',
  daily: 'Sync every day',
  dailyHint: 'Play time lands on the day on which Steam says you last played, in your time zone.',
  unlink: 'Unlink',
  unlinking: 'Unlinking…',
  unlinkTitle: 'Unlink this account?',
  unlinkText:
    'Your games, hours and play sessions stay as they are. Savepoint deletes the name of the account, its list of games and the ignore list.',
  unlinked: `Steam unlinked. ${LIBRARY_UNCHANGED}`,
  gamesTitle: 'Games of this account',
  gamesFailed: GAMES_FAILED,
  ignore: 'Ignore',
  unignore: 'Sync again',
  bring: 'Import them',
  openImport: 'Open the import',
  openTime: 'See or undo what it added',
} as const

const NOTHING_LOST = 'Nothing was changed or lost here.'

export const PROBLEM_TEXTS: Record<SyncProblem, string> = {
  steam_private: `Steam shows no games of this profile. Set “Game details” to public in Steam’s privacy settings and sync again. ${NOTHING_LOST}`,
  steam_hours_hidden: `Steam names your games but hides their hours. Turn off “Always keep my total playtime private” in Steam’s privacy settings. ${NOTHING_LOST}`,
  steam_unknown: `Steam does not know this account any more. ${NOTHING_LOST}`,
  steam_key: `${STEAM_REFUSALS.steam_key} Then syncs go on.`,
  steam_busy: `${TOO_MANY_REQUESTS} Daily syncs go on by themselves.`,
  steam_unreachable: `Steam did not answer, or not with a list of games. ${NOTHING_LOST}`,
}

/** What the operator reads about a pause. */
export const PAUSE_TEXTS: Record<Pause, string> = {
  steam_key: 'Steam refuses the key. Replace STEAM_API_KEY and restart; until then no account is synced.',
  steam_busy: 'Steam was asked too often. Syncs go on by themselves.',
}

export const STEAM_FILTER_LABELS: Record<SteamFilter, string> = {
  changed: 'Last play time',
  synced: 'Synced',
  open: 'Not decided',
  removed: 'Not in the library',
  ignored: 'Ignored',
}

/** What a sync does with the games of a group, for its empty state and its head. */
export const STEAM_FILTER_HINTS: Record<SteamFilter, string> = {
  changed: 'Games to which a sync has added play time, the latest first.',
  synced: 'New play time of these games becomes play sessions.',
  open: 'No import has decided which game of the catalogue these are. Until then they get no hours.',
  removed: 'You have removed these from your library. A sync does not bring them back; add one, and it counts again.',
  ignored:
    'No sync touches these until you remove them from this list. What Steam counts meanwhile is not added later.',
}

export const STATE_TEXTS: Record<SteamGameState, string> = {
  synced: 'Synced',
  open: 'Not decided',
  removed: 'Not in your library',
  ignored: 'Ignored',
}

/** Says what a sync has changed. */
export function resultText({ seen, games, minutes, imported, postponed }: SyncResult): string {
  if (seen === 0) return 'Steam lists no games for this account.'
  const added = games > 0 ? `${durationText(minutes)} added to ${gamesText(games)}` : 'No new play time'
  const found = imported > 0 ? `, ${counted(imported, 'new game')} in an import` : ''
  const waiting =
    postponed > 0
      ? ` ${counted(postponed, 'new game waits', 'new games wait')} until the open import is finished or discarded.`
      : ''
  return `${added}${found}.${waiting}`
}
