import { Trans } from '@lingui/react/macro';
import { bloodGroups } from '#contract/values.ts';
import { compatibleDonors } from './blood-compatibility.ts';

export function BloodGroups() {
  return (
    <section
      aria-labelledby="blood-groups"
      className="bb-page bb-section grid gap-8 wide:grid-cols-[1fr_1.4fr] wide:gap-14"
    >
      <div>
        <h2 id="blood-groups">
          <Trans>Which blood can you receive?</Trans>
        </h2>
        <p className="bb-lead mt-4">
          <Trans>Find your blood group, then the groups of red blood cells that match it.</Trans>
        </p>
        <p className="mt-4 text-ink-soft">
          <Trans>Your hospital decides. It tests every unit against your blood before a transfusion.</Trans>
        </p>
      </div>
      <div className="bb-card p-4 md:p-8">
        <table className="w-full">
          <thead>
            <tr className="text-start text-ink-soft">
              <th scope="col" className="py-2 pe-4 text-start font-medium w-20">
                <Trans>Your group</Trans>
              </th>
              <th scope="col" className="py-2 text-start font-medium">
                <Trans>You can receive</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {bloodGroups.map((group) => (
              <tr key={group} className="border-line border-t">
                <th
                  scope="row"
                  className="py-3 pe-4 text-start font-heading text-heading font-semibold text-red-ink"
                >
                  {group}
                </th>
                <td>
                  <ul className="flex flex-wrap gap-1 py-2 sm:gap-2">
                    {compatibleDonors(group).map((donor) => (
                      <li
                        key={donor}
                        className="min-w-11 rounded-full border border-line px-2 text-center text-small font-semibold"
                      >
                        {donor}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
