/* What a role may see. The service decides again on every request; this only hides what it would refuse. */
const ROLES = ["viewer", "submitter", "approver", "admin", "operator"];

export const ROLE_WORDS = {
  viewer: "reads jobs and reports",
  submitter: "also submits and cancels its own jobs",
  approver: "also approves what waits for a person",
  admin: "also makes keys, deletes and reads the audit log, all in its team",
  operator: "the same for all teams",
};

export const may = (me, role) => ROLES.indexOf(String(me?.role ?? "").toLowerCase()) >= ROLES.indexOf(role);

/** Whether this key may cancel or delete the job. */
export const owns = (me, job) => may(me, "admin") || (may(me, "submitter") && job.by.key === me.key);
