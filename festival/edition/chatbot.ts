export const audienceQuestion = 'Can paramedics participate?'

/** Each value becomes part of a regular expression. */
export const audienceWords: Readonly<Record<string, string>> = {
  medical: 'mbbs|medical student|medico|undergraduate|ug',
  dental: 'dental|dentist|bds|mds',
  paramedical: 'paramedic|paramedical|allied|nursing|bsc|physio|physiotherapy|pharmacy|bpt|mlt',
}
