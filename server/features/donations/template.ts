import { pdfLayout } from '#server/documents/pdf-layout.ts';

/** The Typst layout of a DonationsDocument. */
export const template = `${pdfLayout}
#data.account: #breakable(data.email, most: 60) \\
#data.asOf · #strong(data.total)

#text(fill: gray, data.explanation)

#if data.rows.len() > 0 [
  == #data.byYear
  #table(
    columns: (auto, 1fr),
    align: left + horizon,
    table.header(..data.yearColumns),
    ..data.years.map(each => (
      each.year,
      {
        box(width: 2.2em, each.count)
        if each.share > 0 {
          pdf.artifact(box(baseline: -0.05em, rect(width: 120mm * each.share, height: 0.7em, fill: red, radius: 2pt)))
        }
      },
    )).flatten()
  )

  == #data.list
  #table(
    columns: (auto, 1.7fr, auto, 1fr, auto, ..if data.columns.len() > 5 { (1fr,) } else { () }),
    table.header(repeat: true, ..data.columns),
    ..data.rows.flatten().map(text => breakable(text))
  )
]
`;
