/**
 * What every PDF has in common, in Typst: colors, page, headings and tables. It reads `title`, `language` and `page` (the
 * word before the page number) from the data. User input is passed as data and never interpreted as Typst.
 */
export const pdfLayout = `
#let data = json(bytes(sys.inputs.data))
#let red = rgb("#9c1322")
#let line-color = rgb("#d9c9c0")
#let gray = rgb("#675550")

// Break a long word between boxes. A zero-width space would end up in copied text.
#let breakable(text, most: 18) = text.split(" ").map(word => {
  let letters = word.clusters()
  if letters.len() > most { letters.chunks(5).map(part => box(part.join())).join() } else { word }
}).join([ ])

#set document(title: data.title, author: "Blood Buddies")
#set text(font: "Noto Sans Bengali", size: 9.5pt, lang: data.language, fill: rgb("#241917"), hyphenate: false)
#set par(leading: 0.6em)
#set page(
  paper: "a4",
  margin: (x: 20mm, top: 22mm, bottom: 22mm),
  footer: context {
    set text(size: 8pt, fill: gray)
    let localNumber(n) = if data.language == "bn" {
      str(n).clusters().map(digit => "০১২৩৪৫৬৭৮৯".clusters().at(int(digit))).join()
    } else { str(n) }
    grid(columns: (1fr, auto), data.title + " · Blood Buddies",
      [#data.page #localNumber(here().page()) / #localNumber(counter(page).final().first())])
  },
)
#show heading.where(level: 1): it => text(size: 22pt, weight: "bold", fill: red, it.body)
#show heading.where(level: 2): it => block(above: 2em, below: 0.9em, sticky: true, text(size: 12.5pt, weight: "bold", it.body))
#set table(
  inset: (x, y) => (left: if x == 0 { 0pt } else { 6pt }, right: 6pt, y: 6pt),
  align: left + top,
  stroke: (x, y) => (bottom: 0.5pt + line-color),
)
#show table.cell.where(y: 0): set text(weight: "bold")

#text(fill: gray, weight: "bold")[Blood Buddies]
#v(-0.4em)
= #data.title
#v(0.2em)
`;
