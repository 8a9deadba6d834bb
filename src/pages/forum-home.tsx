import { ForumHome, loadForum } from '#features/forum/web/forum-home.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { useEnv } from '#web/use-env.ts'
import { FORUM_PAGES } from './forum.texts.ts'

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
