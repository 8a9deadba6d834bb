import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADDRESS_BLOCK_TEXTS as TEXTS } from '../address-blocks.texts.ts'
import { AddressBlocks } from './address-blocks.tsx'
import { addressBlocksQuery } from './registration.api.ts'

export const load = ({ client }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(addressBlocksQuery()))

/** The addresses and networks from which nobody signs up. */
export function Page() {
  return (
    <AdminFrame path="/admin/address-blocks" title="Address blocks" text={TEXTS.about}>
      <AddressBlocks />
    </AdminFrame>
  )
}
