import type { ProfileRecord, WaitingTexts } from '#features/accounts/server/profile/profile-record.service.ts'
import type { UserId } from '#shared/ids.ts'
import { readRole } from '#shared/roles.ts'
import type { OwnProfileRecord } from '../../profile-edit.contract.ts'
import { readSettings, usernameFreeAt } from '../../profile-edit.rules.ts'

/** How long a member counts as online after they were last seen (G49). */
const ONLINE_MS = 5 * 60_000

export function viewOwnRecord(row: ProfileRecord, now: Date): OwnProfileRecord {
  const { id, username, display_name, avatar_url, bio, email, location, website, pronouns, pinned_line, more_links } =
    row
  const { last_seen_at } = row
  const isRecent = last_seen_at !== null && now.getTime() - last_seen_at.getTime() < ONLINE_MS
  const settings = readSettings(row.settings)
  return {
    id: id as UserId,
    username,
    display_name,
    avatar_url,
    bio,
    email,
    location,
    website,
    pronouns,
    pinned_line,
    more_links,
    // Its owner reads on what waits.
    ...(row.waiting_texts as WaitingTexts | null),
    hold: row.hold,
    role: readRole(row.role),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_online: settings.presence && isRecent,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    username_free_at: usernameFreeAt(row.username_changed_at, now)?.toISOString() ?? null,
    settings,
  }
}
