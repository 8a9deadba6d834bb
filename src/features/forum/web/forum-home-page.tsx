import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { useEnv } from '#web/use-env.ts'
import { FORUM_PAGES } from '../forum-pages.texts.ts'
import { ForumHome, loadForum } from './forum-home.tsx'

export const load = ({ client }: LoadContext) => loadForum(client)

/** The categories and the latest threads. */
export function Page() {
  const { productName } = useEnv()
  return (
    <>
      <Head title="Forum" description={FORUM_PAGES.home(productName)} path="/forum" />
      <ForumHome />
    </>
  )
}
