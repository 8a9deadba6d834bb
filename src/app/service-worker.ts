import { listenForPushes } from '#features/notifications/web/worker/push-events.ts'
import { keepForMember } from '#features/offline/web/worker/listeners.ts'
import { serveShell } from '#web/service-worker/shell.ts'

declare const self: ServiceWorkerGlobalScope

// The one worker of the site. Each part adds its own listeners.
serveShell()
keepForMember()
listenForPushes(self)
