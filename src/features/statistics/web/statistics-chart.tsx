import { gamesText, numberText } from '#shared/counted.ts'
import { Section } from '#web/ui/section.tsx'
import type { Chart, ChartBar } from '../charts.rules.ts'
import { ChartColumns } from './chart-columns.tsx'
import { ChartRows } from './chart-rows.tsx'

/** Renders a chart with its title, what it counts, the drawing, and the same as a table. */
export function StatisticsChart({ chart, hrefOf }: { chart: Chart; hrefOf: (bar: ChartBar) => string }) {
  return (
    <Section title={chart.title} id={`statistics-${chart.id}`} className="stat-chart">
      {chart.kind === 'columns' ? (
        <ChartColumns chart={chart} hrefOf={hrefOf} />
      ) : (
        <ChartRows chart={chart} hrefOf={hrefOf} />
      )}
      {chart.note && <p className="stat-note">{chart.note}</p>}
      <details className="stat-table">
        <summary>
          Show<span className="visually-hidden"> {chart.title}</span> as a table
        </summary>
        <div className="stat-table-frame">
          <table>
            <caption className="visually-hidden">{chart.title}</caption>
            <thead>
              <tr>
                <th scope="col">{chart.unit}</th>
                {chart.isTime && <th scope="col">Hours</th>}
                <th scope="col">Games</th>
              </tr>
            </thead>
            <tbody>
              {chart.bars.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  {chart.isTime && <td className="num">{bar.text}</td>}
                  <td className="num">
                    {bar.games > 0 ? (
                      <a href={hrefOf(bar)} aria-label={`${gamesText(bar.games)}: ${bar.label}`}>
                        {numberText(bar.games)}
                      </a>
                    ) : (
                      0
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Section>
  )
}
