import { html } from 'hono/html'
import { API_DOCS_TEXTS as TEXTS } from '../../api-docs.texts.ts'
import { API_DOCS } from '../../tokens.rules.ts'
import {
  type Answer,
  type ApiDescription,
  type Html,
  mediaOf,
  nameOfRef,
  notesOf,
  type Operation,
  type Schema,
  typeOf,
} from './openapi-shapes.ts'

interface Endpoint extends Operation {
  method: string
  path: string
}

/** Renders the page of the public API from its description. It works without scripts. */
export function docsPage(api: ApiDescription, productName: string, origin: string): Html {
  const endpoints = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Endpoint => ({ ...operation, path, method: method.toUpperCase() }),
    ),
  )
  const groups = Object.entries(Object.groupBy(endpoints, ({ tags }) => tags[0] ?? ''))
  return html`<!doctype html>
<html lang="en" data-theme="system">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${api.info.title}</title>
<link rel="icon" href="data:,">
<link rel="preload" as="font" type="font/woff2" href="${API_DOCS}/archivo.woff2" crossorigin>
<link rel="stylesheet" href="${API_DOCS}/docs.css">
<script src="${API_DOCS}/theme.js"></script>
</head>
<body>
<a class="skip" href="#content">${TEXTS.skip}</a>
<header><a class="name" href="/">${productName}</a><a href="/settings/tokens">${TEXTS.tokenLink}</a></header>
<div class="columns">
<nav aria-label="${TEXTS.index}"><details open><summary>${TEXTS.index}</summary>
<ul><li><a href="#authentication">${TEXTS.authentication}</a></li><li><a href="#errors">${TEXTS.errors}</a></li></ul>
${groups.map(([tag, of = []]) => html`<p><a href="#tag-${tag}">${headOf(tag)}</a></p><ul>${of.map(entryOf)}</ul>`)}
<p><a href="#shapes">${TEXTS.shapes}</a></p></details></nav>
<main id="content" tabindex="-1">
<h1>${api.info.title}</h1>
<p class="fact">${api.info.version}</p>
<p>${withCode(api.info.description)}</p>
<p><a href="/api/v1/openapi.json">${TEXTS.document}</a></p>
${authentication(api, origin)}
${groups.map(([tag, of = []]) => html`<section><h2 id="tag-${tag}">${headOf(tag)}</h2>${of.map((one) => endpointOf(one, api, origin))}</section>`)}
<section><h2 id="shapes">${TEXTS.shapes}</h2>${Object.entries(api.components.schemas).map(shapeOf)}</section>
</main>
</div>
<script src="${API_DOCS}/docs.js" data-copy="${TEXTS.copy}" data-copied="${TEXTS.copied}"></script>
</body>
</html>`
}

/** Shows what Markdown marks as code. */
const withCode = (text: string) => text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))

const headOf = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1)
const shortPath = (path: string) => path.replace('/api/v1', '')

const entryOf = ({ operationId, method, path }: Endpoint) =>
  html`<li><a href="#${operationId}"><b class="method">${method}</b> ${shortPath(path)}</a></li>`

function authentication(api: ApiDescription, origin: string): Html {
  const { scopes } = api.components.securitySchemes.app.flows.authorizationCode
  return html`<section><h2 id="authentication">${TEXTS.authentication}</h2>
<p>${TEXTS.token} <a href="/settings/tokens">${TEXTS.tokenLink}</a></p>
${code(`curl ${origin}/api/v1/me \\\n  -H "Authorization: Bearer $SAVEPOINT_TOKEN"`, TEXTS.request)}
<p>${TEXTS.app}</p>
<dl class="rows">${Object.entries(scopes).map(([scope, words]) => html`<div><dt><code>${scope}</code></dt><dd>${words}</dd></div>`)}</dl>
<h2 id="errors">${TEXTS.errors}</h2>
<p>${TEXTS.problem} <a href="#shape-Problem">Problem</a></p></section>`
}

function endpointOf(endpoint: Endpoint, api: ApiDescription, origin: string): Html {
  const { operationId, method, path, summary, parameters = [], responses, security } = endpoint
  const body = mediaOf(endpoint.requestBody?.content)
  const all = Object.entries(responses).map(([status, given]) => ({ status, answer: resolved(given, api) }))
  const scopes = [...new Set(security.flatMap((one) => Object.values(one).flat()))]
  return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}"><b class="method">${method}</b> <code>${path}</code></h3>
<p>${summary}.</p>
<p class="fact">${TEXTS.scope}: ${scopes.join(', ') || TEXTS.anyScope}</p>
${parameters.length > 0 && html`<h4>${TEXTS.parameters}</h4><dl class="rows">${parameters.map((one) => row(`${one.name}`, one.schema, one.required === true, one.in, one.description))}</dl>`}
${body && html`<h4>${TEXTS.body}</h4>${fields(body.schema)}${example(body.example, TEXTS.bodyExample)}`}
${code(curlOf(endpoint, body?.example, origin), TEXTS.request)}
${all.filter(({ status }) => status < '300').map(({ status, answer }) => success(status, answer))}
<h4>${TEXTS.refusals}</h4>
<dl class="rows">${all.filter(({ status }) => status >= '300').map(({ status, answer }) => html`<div><dt><code>${status}</code></dt><dd>${answer.description}</dd></div>`)}</dl>
</article>`
}

const resolved = (answer: Answer, api: ApiDescription): Answer =>
  answer.$ref ? (api.components.responses[nameOfRef(answer.$ref)] ?? answer) : answer

function success(status: string, answer: Answer): Html {
  const media = mediaOf(answer.content)
  return html`<h4>${TEXTS.answer} ${status}</h4>${media ? html`${fields(media.schema)}${example(media.example, `${TEXTS.example} ${status}`)}` : html`<p>${TEXTS.noContent}</p>`}`
}

/** Renders the fields of an object, or the type of anything else. */
function fields(schema: Schema): Html {
  const { properties, required = [] } = schema
  if (!properties) return html`<p>${typeOf(schema)}</p>`
  return html`<dl class="rows">${Object.entries(properties).map(([name, field]) => row(name, field, required.includes(name)))}</dl>`
}

function row(name: string, schema: Schema, isRequired: boolean, where?: string, about?: string): Html {
  const notes = [about, notesOf(schema)].filter(Boolean).join('. ')
  return html`<div><dt><code>${name}</code> <span class="fact">${[where, isRequired ? TEXTS.required : TEXTS.optional].filter(Boolean).join(', ')}</span></dt>
<dd>${typeOf(schema)}${notes && html`<span class="notes">${notes}</span>`}</dd></div>`
}

const shapeOf = ([name, schema]: [string, Schema]) =>
  html`<article aria-labelledby="shape-${name}"><h3 id="shape-${name}"><code>${name}</code></h3>${schema.description && html`<p>${schema.description}</p>`}${fields(schema)}</article>`

const example = (value: unknown, label: string) =>
  value !== undefined &&
  html`<details><summary>${label}</summary>${code(JSON.stringify(value, null, 2), label)}</details>`

/** A keyboard scrolls what is wider than the page, so it has a stop. */
const code = (text: string, label: string) =>
  html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`

function curlOf({ method, path }: Endpoint, body: unknown, origin: string): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${origin}${path}"`,
    '-H "Authorization: Bearer $SAVEPOINT_TOKEN"',
  ]
  if (body !== undefined)
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`)
  return lines.join(' \\\n  ')
}
