import * as z from 'zod/mini';
import { isLanguageCode } from './content-fields.ts';
import { endpoint } from './endpoint.ts';

/**
 * A district of the owner's list, and the division to which it belongs. Each has a name for each of the
 * site's languages, in their order. The first name identifies it.
 */
export type District = { names: readonly string[]; division: readonly string[] };

const split = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads the owner's list, which has a district in each line: `Gazipur / গাজীপুর | Dhaka / ঢাকা`. */
export const parseDistricts = ({ list }: { list: string }): District[] =>
  split(list, '\n').map((line) => {
    const [names = '', division = ''] = line.split('|');
    return { names: split(names, '/'), division: split(division, '/') };
  });

/** Returns the name by which requests and donors refer to a district: `Dhaka`. */
export const districtName = ({ names: [name = ''] }: District): string => name;

/** Returns the district that a text names in one of its languages, in any case. */
export function findDistrict(districts: readonly District[], text: string): District | undefined {
  const wanted = text.trim().toLowerCase();
  return districts.find(({ names }) => names.some((name) => name.toLowerCase() === wanted));
}

/** Returns the names of the districts in the same division, with the district itself. */
export const listDivision = (districts: readonly District[], { division }: District): string[] =>
  districts.filter((other) => other.division[0] === division[0]).map(districtName);

export const listDistricts = endpoint({
  method: 'GET',
  path: '/districts',
  access: 'public',
  feature: 'requests',
  summary: 'Lists the districts in which donors are asked for blood, with their names in a language.',
  query: z.object({
    language: z.optional(
      z
        .string()
        .check(z.toLowerCase(), z.refine(isLanguageCode, 'Use the code of a language, such as en or pt-br')),
    ),
  }),
  response: z.array(z.object({ _id: z.string(), name: z.string(), division: z.string() })),
  errorStatuses: [422],
});
