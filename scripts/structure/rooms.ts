/** The house's table: which folder may import which, and which packages. There are no exemptions beside it. */

export interface Room {
  /** A folder and everything under it; with `/*` only the files directly in it. `:noun` stands for any one name. */
  folder: string
  /** What its files may import; `:noun` is the importing file's own. */
  reaches: readonly string[]
  /** Whether its files may import this package. */
  takesPackage: (name: string) => boolean
}

const anyPackage = () => true
const browserPackage = (name: string) => !name.startsWith('node:')
const serverPackage = (name: string) => name !== 'react' && !name.startsWith('react/') && !name.startsWith('react-dom')

const everything = ['festival', 'ui', 'site', 'build', 'server', 'tests', 'scripts', './*']

/** The first row that fits a file is its room. */
export const rooms: readonly Room[] = [
  { folder: 'festival', reaches: ['festival'], takesPackage: (name) => name === 'valibot' },
  { folder: 'ui', reaches: ['ui'], takesPackage: browserPackage },
  { folder: 'site/answers', reaches: ['site/answers', 'festival'], takesPackage: (name) => name === 'minisearch' },
  {
    folder: 'site/navigation',
    reaches: ['site/navigation', 'site/*', 'festival'],
    takesPackage: browserPackage,
  },
  {
    // What every form needs: drafts, uploads, sending, payment, confirmation.
    folder: 'site/forms',
    reaches: ['site/forms', 'site/navigation', 'ui', 'site/*', 'festival'],
    takesPackage: browserPackage,
  },
  {
    folder: 'site/features/:noun',
    reaches: [
      'site/features/:noun',
      'site/answers',
      'site/forms',
      'site/shell',
      'site/navigation',
      'ui',
      'site/*',
      'festival',
    ],
    takesPackage: browserPackage,
  },
  {
    folder: 'site/shell',
    reaches: ['site/shell', 'site/features', 'site/navigation', 'ui', 'site/*', 'festival'],
    takesPackage: browserPackage,
  },
  { folder: 'site/routes', reaches: ['site', 'ui', 'festival'], takesPackage: browserPackage },
  { folder: 'site/*', reaches: ['site', 'ui', 'festival'], takesPackage: browserPackage },
  { folder: 'build', reaches: ['build', 'scripts/*', 'server', 'ui', 'site', 'festival'], takesPackage: anyPackage },
  { folder: 'server', reaches: ['server', 'festival'], takesPackage: serverPackage },
  { folder: 'tests', reaches: everything, takesPackage: anyPackage },
  { folder: 'scripts', reaches: everything, takesPackage: anyPackage },
  { folder: './*', reaches: everything, takesPackage: anyPackage },
]

/** What a test that stands beside its source may import on top of what its room may. */
export const testsReach = ['tests'] as const

/** The name that `:noun` stands for when the path lies in the folder; undefined when it doesn't lie there. */
export const matchFolder = (path: string, folder: string): { noun?: string } | undefined => {
  const steps = path.split('/')
  const onlyDirect = folder.endsWith('/*')
  const wanted = (onlyDirect ? folder.slice(0, -2) : folder).split('/').filter((step) => step !== '.')
  if (onlyDirect ? steps.length !== wanted.length + 1 : steps.length <= wanted.length) return undefined
  if (!wanted.every((step, index) => step === ':noun' || step === steps[index])) return undefined
  const noun = steps[wanted.indexOf(':noun')]
  return noun === undefined ? {} : { noun }
}

/** The room of a file, with what it reaches spelled out; undefined for a folder that the table doesn't name. */
export const findRoom = (path: string): Room | undefined => {
  for (const room of rooms) {
    const match = matchFolder(path, room.folder)
    if (!match) continue
    return { ...room, reaches: room.reaches.map((folder) => folder.replace(':noun', match.noun ?? ':noun')) }
  }
  return undefined
}
