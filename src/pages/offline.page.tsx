import { OFFLINE_PAGE } from '#features/offline/offline.texts.ts'
import { OfflineScreen } from '#features/offline/web/offline-screen.tsx'
import { Head } from '#web/head.tsx'

export function Page() {
  return (
    <>
      <Head title={OFFLINE_PAGE.title} description={OFFLINE_PAGE.about} path="/offline" isIndexed={false} />
      <OfflineScreen />
    </>
  )
}
