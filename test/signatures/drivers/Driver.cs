using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

public static class Driver
{
    public static void Main()
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            string[] fields = line.Split('\t');
            List<string> secrets =
                fields[2].Split(',').Select(key => Encoding.UTF8.GetString(Convert.FromBase64String(key))).ToList();
            byte[] body = Convert.FromBase64String(fields[3]);
            var headers = new Dictionary<string, string>();
            foreach (string field in fields.Skip(4))
            {
                int at = field.IndexOf('=');
                headers[field.Substring(0, at)] = field.Substring(at + 1);
            }
            Func<string, string> header = name => headers.TryGetValue(name, out string value) ? value : null;
            bool valid = false;
            try
            {
                valid = fields[0] == "hub"
                    ? Verify.IsHubSigned(header, body, secrets)
                    : Verify.IsSigned(header, body, secrets, long.Parse(fields[1]));
            }
            catch (ArgumentException)
            {
                // Refused.
            }
            Console.WriteLine(valid ? "accepted" : "refused");
        }
    }
}
