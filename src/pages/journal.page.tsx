import { JOURNAL_VIEW_TEXTS } from '#features/journal/journal-screens.texts.ts'
import { JournalScreen, loadJournal } from '#features/journal/web/journal-screen.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { PageTitle } from '#web/ui/section.tsx'

export const load = ({ client, url }: LoadContext) => loadJournal(client, url)

/** The viewer's journal as a page; the profile's tab shows the same. */
export function Page() {
  return (
    <div className="page pb-12">
      <Head title="Journal" description={JOURNAL_VIEW_TEXTS.about} path="/journal" isIndexed={false} />
      <JournalScreen
        path="/journal"
        head={(action) => <PageTitle title="Journal" action={<span className="no-print">{action}</span>} />}
      />
    </div>
  )
}
