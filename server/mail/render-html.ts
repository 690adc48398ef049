import { html } from 'hono/html'
import { identity } from '#edition/identity'
import { palette } from '../../festival/content/palette'
import { formatTicketCode } from '../../festival/contract/ticket'
import { splitAtWebLinks } from '../../festival/text/web-links'
import { type EmailContent, type Fact, listFooterLines } from './email-content'
import { ticketQrId } from './mailer'

/**
 * Mail programs do not support CSS variables, so the light theme is inlined and the dark theme uses
 * a style sheet.
 */
const { light, dark } = palette

const serif = "Alegreya, Georgia, 'Times New Roman', serif"
const sans = "'Source Sans 3', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const rulesFor = (accent: string) => `
  @media (prefers-color-scheme: dark) {
    .paper { background: ${dark.paper} !important; }
    .leaf { background: ${dark.leaf} !important; border-color: ${dark.rule} !important; }
    .ink { color: ${dark.ink} !important; }
    .faded { color: ${dark.faded} !important; }
    .rule { border-color: ${dark.rule} !important; }
    .accent { color: ${accent} !important; border-color: ${accent} !important; }
    .fill { background: ${accent} !important; }
    .on-fill { color: ${dark.paper} !important; }
  }
  @media (max-width: 520px) {
    .margin { padding-left: 20px !important; padding-right: 20px !important; }
    .label, .value { display: block !important; width: auto !important; padding-left: 0 !important; }
    .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
    .value { padding-top: 2px !important; }
    .title { font-size: 29px !important; }
    .line { display: none !important; }
  }
`

/** Mail programs need tables and inline styles, and block images. */
export const renderHtml = async (content: EmailContent): Promise<string> => {
  const accent = { light: light[content.colour], dark: dark[content.colour] }

  const axonDot = (size: number) =>
    html`<td width="${size + 7}" style="padding-left:7px"><div class="fill" style="width:${size}px;height:${size}px;border-radius:50%;background:${accent.light};font-size:0">&nbsp;</div></td>`

  const neuron = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:14px 0 18px"><tr>
    <td width="13"><div class="fill" style="width:13px;height:13px;border-radius:50%;background:${accent.light};font-size:0">&nbsp;</div></td>
    <td><div class="fill" style="height:2px;background:${accent.light};font-size:0;line-height:2px">&nbsp;</div></td>
    ${[7, 5, 3].map(axonDot)}
  </tr></table>`

  const anchor = (address: string) =>
    html`<a class="accent" href="${address}" style="color:${accent.light};text-decoration:underline;word-break:break-all">${address}</a>`

  const breakBefore = (index: number) => (index > 0 ? html`<br>` : '')

  const value = ({ lines, isLink }: Fact) =>
    lines.map((line, index) => html`${breakBefore(index)}${isLink ? anchor(line) : line}`)

  const paragraph = (text: string) =>
    text.split('\n').map((line, index) => {
      const parts = content.opensLinks ? splitAtWebLinks(line) : [line]
      const linked = parts.map((part, at) =>
        at % 2 === 1 && URL.canParse(part) ? anchor(part) : part,
      )
      return html`${breakBefore(index)}${linked}`
    })

  const row = (fact: Fact) => html`<tr>
    <td class="label faded rule" width="34%" valign="top" style="padding:9px 12px 9px 0;border-bottom:1px solid ${light.rule};font:italic 16px/24px ${serif};color:${light.faded}">${fact.label}</td>
    <td class="value ink rule" valign="top" style="padding:9px 0;border-bottom:1px solid ${light.rule};font:16px/24px ${sans};color:${light.ink};word-break:break-word">${value(fact)}</td>
  </tr>`

  const group = ({ title, facts }: EmailContent['groups'][number]) => html`
    <h2 class="accent" style="margin:34px 0 4px;font:600 13px/20px ${sans};letter-spacing:.12em;text-transform:uppercase;color:${accent.light}">${title}</h2>
    <table width="100%" cellpadding="0" cellspacing="0">${facts.map(row)}</table>`

  const button = ({ label, address }: NonNullable<EmailContent['action']>) => html`
    <table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:22px"><tr>
      <td class="fill" style="border-radius:3px;background:${accent.light}"><a class="on-fill" href="${address}" style="display:inline-block;padding:14px 26px;font:600 17px/22px ${sans};color:${light.leaf};text-decoration:none">${label}</a></td>
    </tr></table>`

  const ticket = (code: string) => html`
    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:22px 0 0"><tr><td>
      <img src="cid:${ticketQrId}" width="232" height="232" alt="QR code of the ticket" style="display:block;border:0">
      <div class="faded" style="margin-top:10px;font:italic 16px/22px ${serif};color:${light.faded}">Ticket code</div>
      <div class="ink" style="font:600 20px/28px ${sans};letter-spacing:.04em;color:${light.ink}">${formatTicketCode(code)}</div>
    </td></tr></table>`

  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>:root { color-scheme: light dark; }${rulesFor(accent.dark)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden">${content.stamp.label} ${content.stamp.lines[0]}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left">
  <tr><td class="margin" style="padding:0 40px">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
      <td class="ink" style="font:700 21px/28px ${serif};color:${light.ink}">${identity.title}</td>
      <td class="line faded" align="right" style="font:italic 15px/28px ${serif};color:${light.faded}">${identity.line}</td>
    </tr></table>
    ${neuron}
  </td></tr>
  <tr><td class="leaf margin" style="padding:34px 40px 40px;background:${light.leaf};border:1px solid ${light.rule}">
    <p class="accent" style="margin:0 0 6px;font:italic 17px/24px ${serif};color:${accent.light}">${content.kicker}</p>
    <h1 class="title ink" style="margin:0 0 20px;font:700 34px/1.15 ${serif};color:${light.ink}">${content.title}</h1>
    ${content.paragraphs.map((text) => html`<p class="ink" style="margin:0 0 14px;font:17px/26px ${sans};color:${light.ink}">${paragraph(text)}</p>`)}
    ${content.ticketCode ? ticket(content.ticketCode) : ''}
    ${content.action ? button(content.action) : ''}
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:24px"><tr>
      <td class="accent" style="padding:18px 22px 20px;border:1px solid ${accent.light};border-left-width:5px;color:${accent.light}">
        <div class="faded" style="font:italic 16px/22px ${serif};color:${light.faded}">${content.stamp.label}</div>
        <div class="ink" style="font:700 28px/36px ${serif};letter-spacing:.04em;color:${light.ink};word-break:break-word">${content.stamp.lines[0]}</div>
      </td>
    </tr></table>
    ${content.groups.map(group)}
  </td></tr>
  <tr><td class="margin faded" style="padding:24px 40px 0;font:15px/23px ${sans};color:${light.faded}">
    ${listFooterLines(content).map((line, index) => html`${breakBefore(index)}${line}`)}
  </td></tr>
</table>
</td></tr></table>
</body>
</html>`
  return String(await page)
}
