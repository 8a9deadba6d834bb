import type { Db } from '#db/db.ts'
import type { RegistrationMode, Visibility } from '../../registration.rules.ts'

export interface SiteSettingsRow {
  registration: RegistrationMode
  visibility: Visibility
  provider_sign_up: boolean
  invites_per_month: number
  allowed_domains: string[]
  refused_domains: string[]
  sentence: string | null
}

export async function readSiteSettings(db: Db): Promise<SiteSettingsRow> {
  const row = await db
    .selectFrom('site_settings')
    .select([
      'registration',
      'visibility',
      'provider_sign_up',
      'invites_per_month',
      'allowed_domains',
      'refused_domains',
      'sentence',
    ])
    .executeTakeFirstOrThrow()
  // The constraints of the table allow no other values.
  return row as SiteSettingsRow
}

export async function writeSiteSettings(db: Db, settings: SiteSettingsRow, at: Date): Promise<void> {
  await db
    .updateTable('site_settings')
    .set({ ...settings, updated_at: at })
    .execute()
}
