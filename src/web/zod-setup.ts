// Otherwise zod probes `new Function`, which the content security policy forbids and reports. Configured without
// importing zod, which only some pages need.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
