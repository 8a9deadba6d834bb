// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FOLD_TEXTS } from '#features/spoilers/spoilers.rules.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { forumPost, forumThread, READ_THREAD } from '#tests/browser/forum.tsx'
import { PostVersionsDialog, ThreadVersionsDialog } from './versions-dialog.tsx'

const net = fakeServer()
const fold = { writtenAt: 80, readerAt: 5 }
const version = (text: string, written_at: string, title: string | null = null) => ({ text, written_at, title })
const NEWER = version('The end', '2026-11-20T10:00:00.000Z')
const OLDER = version('The middle', '2026-11-20T09:00:00.000Z')
/** Answers as to a moderator who has not played that far. */
const answer =
  (...versions: ReturnType<typeof version>[]) =>
  ({ query }: { query: Record<string, unknown> }) =>
    json(200, {
      data: versions.map(({ text, ...rest }) => ({
        ...rest,
        ...(query.reveal === '1' ? { html: text, fold: null } : { html: '', fold }),
      })),
    })
const items = async () =>
  within(await screen.findByRole('list', { name: 'Versions, newest first' })).getAllByRole('listitem')

test('earlier versions of a post beyond a moderator’s progress are folded, and each opens by itself', async () => {
  net.answers[`GET /api/forum/posts/${forumPost(1).id}/versions`] = answer(NEWER, OLDER)
  const { user } = showPage(<PostVersionsDialog post={forumPost(1)} onClose={() => {}} />)
  const [newer, older] = (await items()) as [HTMLElement, HTMLElement]
  await user.click(within(older).getByRole('button', { name: FOLD_TEXTS.show }))
  expect(await within(older).findByText('The middle')).toBeTruthy()
  expect(within(newer).queryByText('The end')).toBeNull()
  expect(within(newer).getByRole('button', { name: FOLD_TEXTS.show })).toBeTruthy()
})

test('earlier versions of a thread are folded too, and their titles are not', async () => {
  net.answers[`${READ_THREAD}/versions`] = answer({ ...NEWER, title: 'Before it was renamed' })
  const { user } = showPage(<ThreadVersionsDialog thread={forumThread()} onClose={() => {}} />)
  const [only] = (await items()) as [HTMLElement]
  expect(within(only).getByText('Before it was renamed')).toBeTruthy()
  await user.click(within(only).getByRole('button', { name: FOLD_TEXTS.show }))
  expect(await within(only).findByText('The end')).toBeTruthy()
})
