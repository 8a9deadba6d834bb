import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DELETION_GRACE_DAYS } from '#features/accounts/deletion-and-export.rules.ts'
import { EXPORT_KEPT_DAYS } from '#features/exports/exports.rules.ts'
import { UNDO_DAYS } from '#features/imports/imports.rules.ts'
import { RETENTION_DAYS } from '#features/notifications/notifications.rules.ts'
import { COUNTED_DAYS } from '#features/preferences/page-counts.contract.ts'
import { DELIVERY_KEPT_DAYS } from '#features/public-api/webhooks.rules.ts'
import { BROWSER_STORAGE } from '#shared/browser-storage.ts'

const textOf = (name: string) => readFileSync(`src/features/info/pages/${name}.md`, 'utf8').replace(/\s+/g, ' ')
const SESSION_DAYS = BROWSER_STORAGE['savepoint.session_token'].seconds / 86_400

// The info feature stands above the features that own these numbers, so its pages cannot fill them in.
test.each([
  ['privacy', `A session ends ${SESSION_DAYS} days after its last use`],
  ['privacy', `those counts are deleted after ${COUNTED_DAYS} days`],
  ['privacy', `those that you have read are deleted after ${RETENTION_DAYS} days`],
  ['privacy', `what was sent to them, for ${DELIVERY_KEPT_DAYS} days`],
  ['privacy', `with what it has changed, for ${UNDO_DAYS} days`],
  ['privacy', `The files of an export that you prepare, for ${EXPORT_KEPT_DAYS} days`],
  ['privacy', `After ${DELETION_GRACE_DAYS} days they are deleted for good`],
  ['faq', `For ${DELETION_GRACE_DAYS} days signing in restores everything`],
  ['faq', `can undo it for ${UNDO_DAYS} days`],
])('the page %s says: %s, as the code does it (G17)', (page, sentence) => {
  expect(textOf(page)).toContain(sentence)
})
