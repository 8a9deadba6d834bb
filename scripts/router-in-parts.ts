import type { Plugin } from 'vite'

/** What React Router's files are written with that keeps code in the browser's JavaScript which nothing here runs. */
const CUTS: [RegExp, string][] = [
  // Names for React's developer tools are effects: they keep <Link>, <Form> and all that these need, though nobody imports them.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/(?<=^const \w+ = )(?=React\$1\.forwardRef\()/gm, '/* @__PURE__ */ '],
  // Sentences for whoever writes the routes. The development server still has them.
  [/^\s+(?:(?:else )?if \(.*\) |else )?(?=warning(?:Once)?\()/gm, '$&/* @__PURE__ */ '],
  // Our routers are made without any.
  [/\bif \((?:init|opts\?)\.instrumentations\)/g, 'if (false)'],
]

/** Leaves out of the build what the library has for others; where an update is written otherwise, nothing is cut. */
export function routerInParts(): Plugin {
  return {
    name: 'router-in-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.js$/ },
      handler: (code) => ({ code: CUTS.reduce((text, [what, by]) => text.replace(what, by), code), map: null }),
    },
  }
}
