import * as v from 'valibot'
import { mailServices } from '../mail/api-mailer'
import type { MailEngine } from '../mail/create-mailer'
import type { ImageHostConfig } from '../uploads/image-host'
import type { FilesConfig } from '../uploads/open-file-store'
import { serviceUrl, singleLine, url, yesOrNo } from './config-fields'

export const fileEntries = {
  S3_ENDPOINT: v.optional(url(['http:', 'https:'], 'https://s3.example')),
  S3_REGION: v.optional(singleLine, 'us-east-1'),
  S3_BUCKET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    ),
  ),
  S3_PREFIX: v.optional(
    v.pipe(v.string(), v.regex(/^(?:[\w-]+\/)+$/, 'must be a folder such as files/')),
    'files/',
  ),
  S3_ACCESS_KEY_ID: v.optional(singleLine),
  S3_SECRET_ACCESS_KEY: v.optional(singleLine),
  S3_FORCE_PATH_STYLE: v.optional(yesOrNo, 'no'),
  IMAGE_HOST_URL: v.optional(serviceUrl('https://images.example/v1/festival')),
  IMAGE_HOST_PRESET_PAYMENT: v.optional(singleLine),
  IMAGE_HOST_PRESET_ID_PROOF: v.optional(singleLine),
  IMAGE_HOST_PRESET_PARTICIPATION_PROOF: v.optional(singleLine),
}

export const mailEntries = {
  SMTP_URL: v.optional(url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465')),
  MAIL_API: v.optional(v.picklist(mailServices, `must be one of ${mailServices.join(', ')}`)),
  MAIL_API_KEY: v.optional(singleLine),
  MAIL_API_URL: v.optional(serviceUrl('https://api.mail.example/emails')),
  EMAILJS_URL: v.optional(serviceUrl('https://emailjs.example')),
  EMAILJS_SERVICE_ID: v.optional(singleLine),
  EMAILJS_USER_ID: v.optional(singleLine),
  EMAILJS_TEMPLATE_REGISTRATION: v.optional(singleLine),
  EMAILJS_TEMPLATE_DELEGATE_PASS: v.optional(singleLine),
  EMAILJS_TEMPLATE_ACCOMMODATION: v.optional(singleLine),
  EMAILJS_TEMPLATE_DESK: v.optional(singleLine),
}

/** Required only if there is a desk. */
const deskTemplate = 'EMAILJS_TEMPLATE_DESK'

/** Once a variable of a group is set, all `required` variables must be set. */
const groups: readonly {
  engine: string
  required: readonly string[]
  additional?: readonly string[]
}[] = [
  {
    engine: 'storage in a bucket',
    required: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    additional: ['S3_ENDPOINT'],
  },
  {
    engine: 'image hosting',
    required: Object.keys(fileEntries).filter((name) => name.startsWith('IMAGE_HOST_')),
  },
  {
    engine: 'e-mail through an API',
    required: ['MAIL_API', 'MAIL_API_KEY'],
    additional: ['MAIL_API_URL'],
  },
  {
    engine: 'e-mail by EmailJS',
    required: Object.keys(mailEntries).filter(
      (name) => name.startsWith('EMAILJS_') && name !== deskTemplate,
    ),
    additional: [deskTemplate],
  },
]

/** Returns lines that begin with the name of the variable. */
export const findEngineProblems = (
  variables: Readonly<Record<string, string | undefined>>,
): string[] => {
  const isSet = (name: string) => variables[name] !== undefined
  const problems: string[] = []
  for (const { engine, required, additional = [] } of groups) {
    if ([...required, ...additional].some(isSet)) {
      const missing = required.filter((name) => !isSet(name))
      problems.push(...missing.map((name) => `${name} is missing; ${engine} needs it`))
    }
  }
  const senders = ['SMTP_URL', 'MAIL_API', 'EMAILJS_URL'].filter(isSet)
  if (senders.length > 1) {
    problems.push(`${senders.join(' and ')} are set; only one of them can send the e-mails`)
  }
  if (isSet('EMAILJS_URL')) {
    if (isSet('ORGANISERS') && !isSet(deskTemplate)) {
      problems.push(`${deskTemplate} is missing; the desk’s e-mails need it`)
    }
    if (isSet('ORGANISERS_EMAIL')) {
      problems.push(
        'ORGANISERS_EMAIL and EMAILJS_URL are both set; remove ORGANISERS_EMAIL, because with EmailJS the templates decide who gets a copy',
      )
    }
  }
  return problems
}

type Variables<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>

export const readFilesConfig = (variables: Variables<typeof fileEntries>): FilesConfig => {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = variables
  if (!bucket || !accessKeyId || !secretAccessKey) {
    return { engine: 'disk' }
  }
  return {
    engine: 's3',
    endpoint: variables.S3_ENDPOINT,
    region: variables.S3_REGION,
    bucket,
    prefix: variables.S3_PREFIX,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: variables.S3_FORCE_PATH_STYLE,
  }
}

/** The presets are defined, because `findEngineProblems` requires them. */
export const readImageHost = (
  variables: Variables<typeof fileEntries>,
): ImageHostConfig | undefined =>
  variables.IMAGE_HOST_URL === undefined
    ? undefined
    : {
        url: variables.IMAGE_HOST_URL,
        presets: {
          payment: variables.IMAGE_HOST_PRESET_PAYMENT ?? '',
          'id-proof': variables.IMAGE_HOST_PRESET_ID_PROOF ?? '',
          'participation-proof': variables.IMAGE_HOST_PRESET_PARTICIPATION_PROOF ?? '',
        },
      }

export const readMailEngine = (variables: Variables<typeof mailEntries>): MailEngine => {
  const { SMTP_URL, MAIL_API: service, MAIL_API_KEY: key, MAIL_API_URL } = variables
  if (SMTP_URL !== undefined) {
    return { engine: 'smtp', url: SMTP_URL }
  }
  if (service !== undefined && key !== undefined) {
    return { engine: 'api', service, key, url: MAIL_API_URL }
  }
  if (variables.EMAILJS_URL === undefined) {
    return { engine: 'folder' }
  }
  return {
    engine: 'emailjs',
    url: variables.EMAILJS_URL,
    serviceId: variables.EMAILJS_SERVICE_ID ?? '',
    userId: variables.EMAILJS_USER_ID ?? '',
    templates: {
      registration: variables.EMAILJS_TEMPLATE_REGISTRATION ?? '',
      'delegate-pass': variables.EMAILJS_TEMPLATE_DELEGATE_PASS ?? '',
      accommodation: variables.EMAILJS_TEMPLATE_ACCOMMODATION ?? '',
      desk: variables.EMAILJS_TEMPLATE_DESK,
    },
  }
}
