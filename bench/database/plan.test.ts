import { expect, test } from 'vitest'
import { literalOf, topNodesOf } from './plan.ts'

test('a plan is described from its top along the branch that touches most pages', () => {
  const explained = [
    {
      'Execution Time': 1.5,
      Plan: {
        'Node Type': 'Limit',
        'Actual Rows': 48,
        'Shared Hit Blocks': 60,
        'Shared Read Blocks': 5,
        Plans: [
          { 'Node Type': 'Seq Scan', 'Relation Name': 'members', 'Shared Hit Blocks': 2 },
          {
            'Node Type': 'Index Scan',
            'Relation Name': 'games',
            'Index Name': 'games_renown',
            'Shared Hit Blocks': 63,
          },
        ],
      },
    },
  ]
  expect(topNodesOf(explained)).toEqual({
    topNode: 'Limit ← Index Scan games_renown',
    buffers: 65,
    rows: 48,
    milliseconds: 1.5,
  })
})

test('a parameter is written as a literal, with quotes escaped', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  expect([null, 12, true, "it's", at, [], ['a', "b'c"]].map(literalOf)).toEqual([
    'null',
    "'12'",
    "'true'",
    "'it''s'",
    "'2026-11-22T12:00:00.000Z'",
    "'{}'",
    `'{"a","b''c"}'`,
  ])
})
