import { expect, test } from 'vitest'
import { topNodesOf } from './plan.ts'

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
