import type { Db } from '#db/db.ts'
import { type AdminDeps, changesOf, withAuditLog } from '#features/admin/server/admin.service.ts'
import { announce } from '#server/changes.ts'
import type { Config } from '#server/config.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { SiteSettingsForm } from '../../registration.schemas.ts'
import { readSiteSettings, type SiteSettingsRow, writeSiteSettings } from './site-settings.queries.ts'

interface SettingsDeps {
  db: Db
  config: Config
}

/** What the environment fixes; an admin cannot change it. */
function fixedOf({ registration, visibility, providerSignUp }: Config): Partial<SiteSettingsRow> {
  return {
    ...(registration !== null && { registration }),
    ...(visibility !== null && { visibility }),
    ...(providerSignUp !== null && { provider_sign_up: providerSignUp }),
  }
}

/** Returns the settings that apply: those of the admins, except where the environment fixes one. */
export async function siteSettings({ db, config }: SettingsDeps): Promise<SiteSettingsRow> {
  return { ...(await readSiteSettings(db)), ...fixedOf(config) }
}

export async function viewSiteSettings(deps: SettingsDeps) {
  return {
    settings: await siteSettings(deps),
    fixed: Object.keys(fixedOf(deps.config)) as ('registration' | 'visibility' | 'provider_sign_up')[],
    provider: deps.config.oidc.map(({ name }) => name).join(' or ') || null,
  }
}

const FIELDS = [
  'registration',
  'visibility',
  'provider_sign_up',
  'invites_per_month',
  'allowed_domains',
  'refused_domains',
  'sentence',
] as const

/** Saves the settings, with an entry in the audit log. What the environment fixes stays as the admins left it. */
export async function saveSiteSettings(
  deps: AdminDeps & SettingsDeps,
  admin: Viewer,
  form: SiteSettingsForm,
): Promise<void> {
  const data: Record<string, unknown> = {}
  const entry = { adminId: admin.id, action: 'change_registration', item: ['site', 'registration'] as const, data }
  await withAuditLog(deps, entry, async ({ db, clock }) => {
    const before = await readSiteSettings(db)
    const fixed = Object.keys(fixedOf(deps.config)) as (keyof SiteSettingsRow)[]
    const after = { ...form, ...Object.fromEntries(fixed.map((field) => [field, before[field]])) }
    data.changes = changesOf(before, after, FIELDS)
    await writeSiteSettings(db, after, clock())
    await announce(db, [tag.site])
  })
}
