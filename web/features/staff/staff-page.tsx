import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PrintHeading } from '#web/components/print.tsx';

type Props = {
  heading: string;
  lead?: string;
  /** The page that links to this one. */
  back?: { to: string; text: string };
  children: ReactNode;
};

export const StaffPage = ({ heading, lead, back, children }: Props) => (
  <div className="grid max-w-4xl grid-cols-1 gap-6 print:block print:space-y-6">
    <PrintHeading />
    {back && (
      <p>
        <Link to={back.to} className="bb-row-link">
          {back.text}
        </Link>
      </p>
    )}
    <h1 tabIndex={-1}>{heading}</h1>
    {lead && <p className="bb-lead">{lead}</p>}
    {children}
  </div>
);
