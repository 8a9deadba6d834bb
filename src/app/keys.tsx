import { LogKey } from '#features/library/web/log-key.widgets.tsx'
import { KeysHost } from '#web/ui/keys-host.tsx'

export { openLog } from '#features/library/web/log-key.widgets.tsx'

/** The keys that work on every page; those of the search are the search box's. */
export function Keys() {
  return (
    <>
      <LogKey />
      <KeysHost />
    </>
  )
}
