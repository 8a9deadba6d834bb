import type { Plugin } from 'vite'

/** Patterns in React Router's files that prevent the bundler from dropping code that this app does not use. */
const CUTS: [RegExp, string][] = [
  // Assignments of names for React's developer tools are side effects: they retain <Link>, <Form> and their dependencies,
  // though nothing imports them.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/(?<=^const \w+ = )(?=React\$1\.forwardRef\()/gm, '/* @__PURE__ */ '],
  // Warnings for developers, which the development server still shows.
  [/^\s+(?:(?:else )?if \(.*\) |else )?(?=warning(?:Once)?\()/gm, '$&/* @__PURE__ */ '],
  // Our routers have no instrumentations.
  [/\bif \((?:init|opts\?)\.instrumentations\)/g, 'if (false)'],
]

/** Removes unused parts of the library from the build. If an update changes a pattern, nothing is removed. */
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
